class Shop: Base<Item>, util.Logged {
    @Published var cart: shop.Cart?
    @available(iOS 13, *) func run(items: [Item]) {
        let line = Line(3)
        cart?.lines.map { $0.price }.forEach(print)
        Store<Money>(12).open()
        log("total \(sum(line)) of \"things\"", #"raw \d"#, """
            many lines
            """)
        let other = line as? Special
        #expect(other is Broken)
        super.run(items: items)
    }
}
