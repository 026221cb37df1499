int first(int a) {
#if defined(A) || \
    defined(B)
  return f(a);

#else /* !(defined(A) ||
   B) */

  return g(a);

#endif /* defined(A) || defined (B) ||
   defined(C) */
}

int second(int a) {
  return 2;
}
