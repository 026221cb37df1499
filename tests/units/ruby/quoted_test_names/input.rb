describe 'default to the base app\'s template' do
  it 'it\'s \\ here' do
    run
  end
  it "says \"yes\"" do
    run
  end
end
class ViewTest
  test 'default to the base app\'s template' do
    run
  end
  it 'default to the base app\'s template' do
    run
  end
end
