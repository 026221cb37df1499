using System;
using static System.Math;
global using Shop.Carts;
using Json = System.Text.Json;
extern alias Old;

class A { }
