#include <Python.h>
BPF_CALL_2(bpf_find, int, first, struct item *, last) {
	return first;
}
STATE(start) {
	return 1;
}
CASE(suite, name) {
	return 1;
}
PyMODINIT_FUNC PyInit_shop(void) { return 0; }
