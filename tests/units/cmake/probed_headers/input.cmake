include(CheckIncludeFile)
check_include_file("unistd.h" HAVE_UNISTD_H)
if(UNIX)
  check_cxx_symbol_exists(F_FULLFSYNC "fcntl.h;sys/stat.h" HAVE_FULLFSYNC)
endif()
CHECK_INCLUDE_FILES(
  sys/types.h
  <sys/mman.h> HAVE_MMAN)
shop_check_header(cart/basket.hpp)
check_cxx_source_compiles("#include <memory>" HAVE_MEMORY)
check_library_exists(z inflate "" HAVE_Z)
configure_file(config.h.in config.h)
target_sources(shop PRIVATE cart.h)
