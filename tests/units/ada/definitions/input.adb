-- Carts, and what they hold.
with Ada.Text_IO; use Ada.Text_IO;
package body Shop.Cart is
   Limit : constant Integer := 3;
   type Item is record
      Price : Integer;
   end record;
   type Size is (Small, Large);
   subtype Name is String (1 .. 3);
   type Base is tagged null record;
   procedure Total (A : in Integer; B : out Integer);
   function Half (X : Integer) return Integer is
      Local : Integer := 1;
   begin
      if X > 1 and then True then return 1; end if;
      Put_Line ("a b");
      return X / 2;
   end Half;
   procedure Total (A : in Integer; B : out Integer) is begin null; end Total;
   task type T is entry Go; end T;
   protected P is procedure Q; end P;
   Broken : exception;
   generic
      type E is private;
   package Gen is
   end Gen;
   package Inst is new Gen (Integer);
   function "+" (A, B : Item) return Item is (A);
   procedure Ren (X : Integer) renames Total;
end Shop.Cart;
