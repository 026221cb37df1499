typedef unsigned long long u64;
typedef int (*compare_fn)(const void *, const void *);
typedef struct point { int x, y; } point_t, *point_p;
typedef enum { LOW, HIGH = 10 } level;
struct packet {
	unsigned version : 4;
	u64 size;
	struct { char *name; } owner;
	union { int i; float f; };
	struct packet *next;
	void (*free)(struct packet *);
	char data[];
};
enum color { RED, GREEN } current = RED;
const char *const names[] = { "low", "high" };
static const int limits[3] = { 1, 2, 3 };
struct forward;
