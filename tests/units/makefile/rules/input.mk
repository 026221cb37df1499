# Builds the shop.

SHELL := /bin/bash
CFLAGS += -O2 # fast
CFLAGS += -g
export PATH = /bin:$(PATH)

include common.mk $(wildcard *.d)
-include local.mk

.PHONY: all clean

# Everything that is sold.
all: cart.o item.o | build
	cc -o shop $^
	echo "done: $@"

clean: ## remove what was built
	rm -f *.o

cart.o item.o: %.o: %.c
ifeq ($(V),1)
  QUIET =
endif
$(BUILD)/shop: all

define greet
hello: not a target
endef
