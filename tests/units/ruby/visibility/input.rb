class Till
  class << self
    def open; end

    private

    def secret; end
  end

  def shown; end

  protected

  def shared; end

  private

  def hidden; end
  attr_reader :drawer

  public

  def again; end
  private def alone; end
end
