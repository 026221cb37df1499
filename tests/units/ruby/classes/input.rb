# frozen_string_literal: true
# Carts and what they cost.
require "json"
require_relative "lib/cart"
autoload :Till, "shop/till"

module Shop::Carts
  # Holds items.
  class Cart < Base::Thing
    include Enumerable
    extend Shop::Priced

    LIMIT = 3
    LOW, HIGH = 1, 2
    class Empty < StandardError; end
    Line = Struct.new(:item, :count) do
      def price; item.price * count; end
    end
    Oops = Class.new(Empty)
  end
end
class ::Top; end
