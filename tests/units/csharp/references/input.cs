[assembly: AssemblyTitle("Shop")]
class Shop : shop.Base<Item>
{
    [Test, Category("slow")] public async Task<List<Item>> Run(Item[] items, shop.Cart? cart)
    {
        var line = new Line<Item>(3);
        this.cart.Lines.Select(x => x.Price).ToList();
        cart?.Pay(Parse<Money>("12"));
        Console.WriteLine($"total {Total(line):F2} of {cart.Name}" + @"c:\dir" + 'c');
        if (line is Special s && items as Other != null) throw new Broken();
        try { await Go(); } catch (IOException e) when (e.Code > 1) { }
        return (List<Item>)typeof(Shop).Find(default(Point));
    }
}
