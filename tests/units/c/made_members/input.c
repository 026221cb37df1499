struct tcp {
  HANDLE_FIELDS
  STREAM_FIELDS
};

union any {
  ANY_TYPES(XX)
};

struct loop {
  void* data;
  LOOP_PRIVATE_FIELDS
};

enum one {
  ONLY_ONE
};

static const int values[] = {
  FIRST_VALUE
};

int after(struct loop* l);
