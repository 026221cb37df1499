/*
 * Copyright 2024 Example. All rights reserved.
 */
package com.shop.cart;

/** A cart of items. */
@Deprecated(since = "2")
public final class Cart<T extends Item> extends Base<T> implements Priced, java.io.Closeable {
    private static class Line { }
    protected enum Size { SMALL, LARGE(2) { int f() { return 1; } } }
    record Point(int x, int... rest) {
        Point { if (x < 0) throw new IllegalArgumentException(); }
    }
    @interface Marker { String value() default ""; int LIMIT = 3; }
}

sealed interface Priced permits Cart {
    int MAX = 10;
    int price();
    default int twice() { return 2 * price(); }
}
