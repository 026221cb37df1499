-- Counts what is in the cart.
library ieee;
use ieee.std_logic_1164.all;
entity cart is
  generic (N : integer := 4);
  port (clk : in std_logic; q : out std_logic);
end entity;
architecture rtl of cart is
  signal s : std_logic;
  constant C : integer := 3;
  type state is (idle, run);
  subtype small is integer range 0 to 3;
  component sub is port (a : in std_logic); end component;
  function f(x : integer) return integer is begin return x; end function;
  procedure p(signal a : in std_logic) is begin null; end procedure;
begin
  main : process (clk) begin if rising_edge(clk) then s <= '1'; end if; end process;
  u1 : sub port map (a => s);
  u2 : entity work.other port map (a => s);
end architecture;
package pk is
  constant K : integer := 1;
  function g(x : integer) return integer;
end package;
package body pk is
  function g(x : integer) return integer is begin return x; end;
end package body;
