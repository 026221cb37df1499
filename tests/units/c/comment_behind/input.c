struct cart {
  int size;    /* how many items it holds */
  int total;   // NOLINT
  char *owner, /* its owner's name */
       *place; /* where it stands */
  int last;
};

enum kind {
  BIG = 3, /* larger than small */
  SMALL
};
