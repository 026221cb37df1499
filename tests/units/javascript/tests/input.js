describe('a cart', () => {
  const cart = new Cart()
  function helper() {}

  it('adds items', async function () {
    if (cart) expect(cart.size).toBe(1)
  })
  it.skip("is empty", () => {})
  test.each([1, 2])('counts %i', (n) => {})
  it(`uses ${name}`, () => {})
  it('is planned')
})
