#ifndef SHOP_PLATFORM_H
#define SHOP_PLATFORM_H
#if defined(_WIN32)
int open_file(const wchar_t* name);
#elif defined(__APPLE__) && VERSION > 2
int open_file(const char* name, int mode);
#else
int open_file(const char* name);
#endif
#ifdef FAST
double total(const Cart& cart, bool exact) {
#else
double total(const Cart& cart) {
#endif
  return cart.sum();
}
class Door
#ifdef WITH_BASE
    : public Base
#endif
{
  void close();
#if 0
  void old();
#endif
};
#endif  // SHOP_PLATFORM_H
