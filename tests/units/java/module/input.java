/** The shop's module: what it needs and what it gives. */
@Deprecated
open module com.shop {
    requires transitive java.sql;
    requires static lombok;
    exports com.shop.api to com.shop.web;
    uses com.shop.spi.Payment;
    provides com.shop.spi.Payment with com.shop.Card;
}
