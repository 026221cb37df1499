package shop;

interface Priced {
    int LIMIT = 3;
    int price(int rate);
    default void print() {}
    private void hide() {}
    class Inner {}
}

enum Size {
    SMALL;
    int cents;
    Size() {}
}

@interface Marker {
    String value() default "";
}

class Cart {
    Cart() {}
}
