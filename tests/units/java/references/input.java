class Shop extends Base<Item> implements Runnable {
    @javax.inject.Inject Map.Entry<String, Item[]> entry;

    public void run() {
        Cart cart = new Cart(3);
        this.entry.getValue();
        cart.lines().stream().map(Line::price).forEach(System.out::println);
        Object o = (Item) find(Item.class);
        if (o instanceof Point(int x, Unit y)) throw new shop.Broken<>("bad \"quote\"");
        try (Reader r = open()) { r.read(); } catch (IOException | Broken e) { log(e); }
        new Thread(() -> { }) { @Override public void start() { super.start(); } };
    }
}
