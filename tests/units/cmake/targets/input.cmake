# What the shop is built from.

cmake_minimum_required(VERSION 3.20)
project(shop VERSION 1.0 LANGUAGES CXX)

option(USE_WHEELS "Carts have wheels" ON)
set(SHOP_PORT 80 CACHE STRING "where it listens")
set(SHOP_SRCS cart.cpp ${SRC}/item.cu)
set(SHOP_SRCS ${SHOP_SRCS} late.cpp)
include(cmake/flags.cmake)
find_package(fmt 9 REQUIRED)
add_subdirectory(tests)

# The library that everything links.
add_library(shop STATIC ${SHOP_SRCS}
  "window.cc") # not a new line
add_executable(
  shop_server main.cpp)
target_link_libraries(shop PUBLIC fmt::fmt PRIVATE "${LIBS}")
add_library(${name}_lib SHARED x.c)
add_test(NAME shop_test COMMAND shop_server)
