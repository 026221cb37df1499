extern int errno, debug;
long total();
int scale PROTO((int value, double factor));

main(argc, argv)
int argc;
char **argv;
{
	register int i;
	for (i = 1; i < argc; i++)
		puts(argv[i]);
	exit(total());
}

double
area(w, h)
	double w, h;
{
	return w * h;
}

static report(level)
	register level;
{
	puts("late");
}
