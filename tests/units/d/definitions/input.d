/// Carts, and what they hold.
module shop.cart;
import std.stdio, std.math : sin, cos;
static import foo.bar;
/// A cart.
class Cart(T) : Base, Priced {
    private int size = 3, other;
    enum LIMIT = 5;
    this(int a) { }
    ~this() { }
    int total(T)(T x) if (is(T : int)) { if (x > 1 && true) return 1; return 2; }
    @property int half() const { return 1; }
    unittest { assert(1); }
    alias Name = string;
}
struct Point { int x, y; }
interface Priced { int price(); }
enum Size { small, large = 2 }
union U { int a; float b; }
template Tpl(T) { T v; }
alias Fn = void function(int);
void main(string[] args) { int local = 1; writeln("a b"); }
immutable string name = "x";
mixin template M() { int q; }
version (Windows) { void win() {} }
