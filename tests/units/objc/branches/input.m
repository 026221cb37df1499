@implementation Door
#if TARGET_OS_IOS
- (void)didMoveToWindow
#else
- (void)viewDidMoveToWindow
#endif
{
  id value = [self valueForKey:@"x"] ?: @[];
  __weak typeof(self) weak = self;
  [self run:^BOOL(id item) { return weak != nil; } at:(NSRange){0, 1}];
}
- (void)moveTo:(int)x :(int)y {
  if (@available(iOS 13, *)) return;
  @try { [(Shop *)self.shop open]; } @catch (NSException *e) { @throw; } @finally { }
  int first = values[(int)x];
  SEL action = @selector(moveTo::);
}
@end
