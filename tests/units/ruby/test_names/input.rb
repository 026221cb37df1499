describe "makes a new Shop::Cart when asked" do
  it "calls handlers set with ::error when it fails" do
    run
  end
end
