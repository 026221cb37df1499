// Copyright 2024 Example. All rights reserved.
#define FAST
using Text = System.Text;

namespace Shop.Carts
{
    /// <summary>A cart of items.</summary>
    /// <typeparam name="T">what it holds</typeparam>
    [Serializable, Obsolete("old")]
    public sealed partial class Cart<T> : Base<T>, IPriced where T : Item, new()
    {
        protected internal struct Line { public int Count; }
        enum Size : byte { Small = 1, [Big] Large }
    }
    public record Point(int X, int Y = 2) : Shape(X);
    readonly record struct Pair(int A);
    interface IPriced { int Price { get; } void Pay(); }
    public delegate void Handler<in T>(object sender, T args);
    class Simple(int size) : Base(size);
}
