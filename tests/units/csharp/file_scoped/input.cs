// Carts, and what they hold.
namespace Shop.Carts;

class Cart
{
#if DEBUG
    public void Check() { }
#else
    public void Skip() { }
#endif
}
enum Size { Small }
