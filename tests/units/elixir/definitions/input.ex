defmodule Shop.Cart do
  @moduledoc """
  A cart of items for you.
  """
  use GenServer
  import Enum, only: [map: 2]
  alias Shop.{Item, Line}
  require Logger
  @behaviour Base
  @limit 3
  @type t :: %__MODULE__{size: integer}
  @callback price(t) :: integer
  defstruct [:size, name: "x"]

  @doc "Sums up."
  @spec total(t) :: integer
  def total(%{items: xs} = cart, opt \\ 1) when is_list(xs) do
    if opt > 1 and true, do: 1, else: case xs do [] -> 0; _ -> Enum.sum(xs) end
  end
  def total(nil, _), do: 0
  defp hidden, do: :ok
  defmacro mac(x) do quote do: unquote(x) end
  defguard is_big(x) when x > 3
  def a + b, do: max(a, b)
  defdelegate rev(l), to: Enum
end
defprotocol Priced do
  def price(x)
end
defimpl Priced, for: Shop.Cart do
  def price(c), do: "a #{c.size} b"
end
test "it works" do
  assert 1 == 1
end
