/*
 * Put and get with the keys of registered memory.
 */
#include "ucx_pair.h"

static void should_put_and_get(const char *transports) {
  enum { LENGTH = 300000 };
  open_pair(transports);
  unsigned char *there = filled(LENGTH, 1);
  unsigned char *here = filled(LENGTH, 2);
  signed char key[1024];
  int64_t memory = ob1j_ucx_map(right.worker, number(there), LENGTH);
  CHECK(memory != 0);
  int32_t key_bytes = ob1j_ucx_pack_key(memory, key, sizeof key);
  CHECK(key_bytes > 0 && key_bytes <= (int32_t)sizeof key);
  int64_t unpacked = ob1j_ucx_unpack_key(left.endpoint, key);
  CHECK(unpacked != 0);

  int ended = left.ended;
  int32_t status =
      ob1j_ucx_get(left.endpoint, number(here) + 8, LENGTH - 16, number(there) + 8, unpacked, 3);
  CHECK(status >= 0);
  AWAIT(status == 0 || left.ended > ended);
  for (size_t i = 0; i < LENGTH; i++) {
    CHECK(here[i] == content(i, i < 8 || i >= LENGTH - 8 ? 2 : 1));
  }

  memset(here, 9, LENGTH);
  ended = left.ended;
  status = ob1j_ucx_put(left.endpoint, number(here), LENGTH, number(there), unpacked, 4);
  CHECK(status >= 0);
  AWAIT(status == 0 || left.ended > ended);
  ended = left.ended;
  status = ob1j_ucx_flush(left.endpoint, 5);
  CHECK(status >= 0);
  AWAIT(status == 0 || left.ended > ended);
  CHECK(memcmp(here, there, LENGTH) == 0);

  ob1j_ucx_forget_key(unpacked);
  ob1j_ucx_unmap(memory);
  free(here);
  free(there);
  close_pair();
}

static void run(const char *transports) {
  should_put_and_get(transports);
}

int main(void) {
  require_ucx();
  run("posix,self");
  run("tcp,self");
  return 0;
}
