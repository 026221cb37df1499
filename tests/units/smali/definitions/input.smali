.class public final Lcom/shop/Cart;
.super Ljava/lang/Object;
.source "Cart.java"
.implements Lcom/shop/Priced;
# a comment here
.field private static final LIMIT:I = 0x3
.field public name:Ljava/lang/String;
.method public constructor <init>(I)V
    .registers 2
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    const-string v0, "a b"
    if-eqz p1, :cond_0
    :cond_0
    return-void
.end method
.method public total()I
    invoke-virtual {p0}, Lcom/shop/Cart;->half()I
    return v0
.end method
