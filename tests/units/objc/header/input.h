NS_ASSUME_NONNULL_BEGIN

/// How an order goes.
typedef NS_ENUM(NSInteger, OrderState) {
  OrderStateOpen,
  OrderStateShipped = 5,
};
typedef NS_OPTIONS(NSUInteger, OrderFlags) { OrderFlagGift = 1 << 0 };
typedef void (^OrderHandler)(Order *_Nullable order, NSError *_Nullable error);
FOUNDATION_EXPORT NSString *const OrderErrorDomain;
FOUNDATION_EXPORT BOOL OrderIsOpen(Order *order) API_AVAILABLE(ios(13.0));

API_AVAILABLE(ios(13.0))
@interface Order : NSObject
@property (class, readonly) Order *sharedOrder;
- (void)shipWithHandler:(nullable OrderHandler)handler NS_REQUIRES_SUPER;
- (instancetype)init NS_UNAVAILABLE;
@end

NS_ASSUME_NONNULL_END
