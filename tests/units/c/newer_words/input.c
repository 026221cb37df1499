_Thread_local int depth;
static _Thread_local int width;
_Atomic(int) count;
double _Complex root;
_Alignas(16) char buffer[64];
_Noreturn void stop(void);
