// A file that no compiler would take: what can be read is read.
namespace shop {
class Cart {
 public:
  void add(Item item;
  int size() const { return size_; }
};
void f( { }
#define LIMIT 3 /* of items */
int after(int a) { return a; }
#define EMPTY 
int last;
