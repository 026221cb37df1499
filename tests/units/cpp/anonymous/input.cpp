typedef struct {
  int x, y;
} Point;
typedef struct Node {
  struct Node *next;
  union {
    int number;
    double real;
  };
} Node, *NodeList;
static struct {
  bool ready;
} state = {false};
struct Outer {
  struct Inner { int depth; } inner, *more;
  int (*compare)(const Item&, const Item&);
  char names[4][16], &alias;
};
