/* Reads orders from a file. */
#include <stdio.h>
#include "order.h"

static int count;

/* Tell whether an order can be shipped. */
static inline int can_ship(const struct order *o)
{
	return o && (o->paid || o->trusted);
}

char *(*find_reader(const char *name))(FILE *, size_t);
extern void (*on_error)(int code, const char *text);
int sum(int n, ...);

struct order **
load_orders(FILE *in, int *n)
{
	while (!feof(in))
		switch (fgetc(in)) {
		case 'a': goto out;
		default: parse_line(in);
		}
out:	return NULL;
}
