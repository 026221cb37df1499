#if !defined(A) || !defined(B)
int plain(void) { return 0; }
#ifdef C
int both(void) { return 1; }
#else
int other(void) { return 2; }
#endif
#if (D || E) && F
int held(void) { return 3; }
#elif G || H
int last(void) { return 4; }
#endif
#else
#ifdef C
int neither(void) { return 5; }
#endif
#endif
