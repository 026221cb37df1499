#import "Cart.h"

NSString *const CartDidChange = @"CartDidChange";

@implementation Cart {
  dispatch_queue_t _queue;
}
@synthesize items = _items;

static double round_up(double value) { return ceil(value); }

- (BOOL)add:(Item *)item error:(NSError **)error {
  if (!item || [self.items containsObject:item]) return NO;
  [_items addObject:[item copy]];
  dispatch_async(_queue, ^{
    [[NSNotificationCenter defaultCenter] postNotificationName:CartDidChange object:self];
  });
  NSDictionary *info = @{@"id" : @(item.number), @"tags" : @[ @"a", @"b" ]};
  for (Item *other in self.items) {
    @synchronized(self) { [other setInfo:info ?: @{}]; }
  }
  return YES;
}
#pragma mark - Totals
- (double)total { return round_up([[self.items valueForKeyPath:@"@sum.price"] doubleValue]); }
@end
