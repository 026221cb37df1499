#[tokio::main]
async fn run(cart: &mut shop::Cart, items: Vec<Item>) -> Option<Money> {
    let line = Line { count: 3 };
    let store = Store::<Money>::open("a \"b\" c")?;
    cart.lines().map(|x| x.price).collect::<Vec<_>>();
    std::mem::swap(&mut a, &mut b);
    println!("total {}", 'c');
    log::info!(r#"raw "text""#);
    parse::<i32>(b"12");
    let x: &'static dyn Priced = line as Special;
    match x { Size::Small => None, _ => Some(total(x)) }
}
