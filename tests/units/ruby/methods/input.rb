class Cart
  # Takes the items.
  def initialize(items, *rest, rate: 1, **options, &block)
    @items = items
  end

  def self.build(items = [])
    new(items)
  end

  def ==(other) = items == other.items
  def [](index); @items[index]; end
  def name=(value)
    @name = value
  end
  def empty?; @items.empty? end
  def clear!; end
  define_method(:total) { |x| x }
  alias size length
  alias_method :count, :size
  alias :"[]=" :put
  attr_accessor :items, :owner
  attr_reader "label"
  attr_writer (:note)

  def outer
    def inner; end
    LOCAL = 1
  end
end
def Cart.load(path); end
def top_level; end
