#import <Foundation/Foundation.h>
#import "Item.h"
@import UIKit.UIView;
@class Shop;

/// A cart of items.
@interface Cart : NSObject <NSCopying, Printable> {
  int _count;
 @public
  NSString *_name;
}
/// Who buys.
@property (nonatomic, copy, nullable) NSString *customer;
@property (readonly) NSArray<Item *> *items;
@property (nonatomic, copy) void (^onChange)(Cart *cart);
+ (instancetype)cartWithItems:(NSArray<Item *> *)items limit:(NSInteger)limit NS_SWIFT_NAME(init(items:limit:));
- (BOOL)add:(Item *)item error:(NSError **)error;
- (void)clear;
@end

@protocol Printable <NSObject>
@optional
- (void)printTo:(FILE *)file;
@end

@interface Cart (Totals)
- (double)total;
@end
