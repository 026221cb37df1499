RSpec.describe Shop::Cart do
  let(:cart) { Cart.new }

  context "when empty" do
    it "costs nothing" do
      expect(cart.total).to eq(0)
    end
  end
  it("is planned") { }
end
namespace :db do
  desc "Move the tables"
  task migrate: :environment do
    run
  end
  task :seed
end
