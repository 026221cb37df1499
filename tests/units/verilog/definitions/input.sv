// Counts what is in the cart.
`include "defs.vh"
`define WIDTH 8
package pkg;
  typedef enum logic [1:0] { IDLE, RUN } state_t;
  typedef struct packed { logic a; } s_t;
  parameter P = 3;
  function automatic int add(int a, int b); return a + b; endfunction
endpackage
import pkg::*;
module cart #(parameter N = 4) (input wire clk, output reg [N-1:0] q);
  localparam L = 2;
  wire w;
  reg [3:0] r;
  sub #(.A(1)) u_sub (.clk(clk), .q(w));
  always @(posedge clk) begin if (w && r) q <= q + 1; end
  task do_it; input a; begin end endtask
  function [3:0] f; input x; f = x; endfunction
  genvar g;
  generate for (g = 0; g < 2; g = g + 1) begin : gen_blk end endgenerate
endmodule
interface bus_if (input clk); logic d; modport m (input d); endinterface
class Foo extends Bar; int x; function new(); endfunction virtual task run(); endtask endclass
program prg; endprogram
