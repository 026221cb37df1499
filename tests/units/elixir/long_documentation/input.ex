defmodule Shop.Query do
  @moduledoc """
  Reads queries, such as \"a=1\" in an address.

  More of it.
  """

  @doc ~S"""
  Splits at \n and says so.
  """
  def split(text), do: text

  @doc ~s(Joins them.)
  def join(parts), do: parts
end
