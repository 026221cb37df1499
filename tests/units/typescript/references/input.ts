const map = new Map<string, Item>();
let cart: shop.Cart | Array<Item>[] = make<Item>(map);
cart!.total()!.round(2);
const one = cart as unknown as Other;
type F = typeof import("./lazy");
function f(x: Partial<Item>, y: Item["id"], z: (a: A) => B): C extends D ? E : F { return g(x); }
class K extends mixin(Base, Other) {}
@decorated export class L { constructor(@Inject(TOKEN) dep: Dep) {} }
