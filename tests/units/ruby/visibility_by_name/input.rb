class Cart
  LIMIT = 3
  def total; end
  def rate; end
  private :total, :rate
  private def tax; end
  private attr_reader :items
  def self.build; end
  private_class_method :build
  private_constant :LIMIT
  def open; end
  private
  Point = Struct.new(:x)
  class Inner
    def seen; end
  end
  def hidden; end
  def self.make; end
  public
  def shown; end
  private *%i[shown]
end
class Till
  def total; end
end
