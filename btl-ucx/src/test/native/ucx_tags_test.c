/*
 * Tagged messages that UCX matches itself, and those it does not.
 */
#include "ucx_pair.h"

static void send_tagged(size_t length, int tag) {
  unsigned char *payload = filled(length, tag);
  int before = left.ended;
  int32_t status = ob1j_ucx_tag_send(left.endpoint, number(payload), (int64_t)length, tag, 6);
  CHECK(status >= 0);
  AWAIT(status == 0 || left.ended > before);
  free(payload);
}

static void should_match_tags(const char *transports) {
  enum { ROOM = 4096, ALL_BITS = -1 };
  open_pair(transports);
  ob1j_ucx_tag_listen(right.worker);
  unsigned char *memory = calloc(4, ROOM);
  int64_t room = number(memory);
  CHECK(ob1j_ucx_tag_post(right.worker, 5, ALL_BITS, room, ROOM, 50) > 0);
  CHECK(ob1j_ucx_tag_post(right.worker, 0, 0, room + ROOM, ROOM, 51) > 0);
  int64_t third = ob1j_ucx_tag_post(right.worker, 7, ALL_BITS, room + 2 * ROOM, ROOM, 52);
  CHECK(third > 0);

  send_tagged(2000, 5);
  AWAIT(right.matched == 1);
  CHECK(right.last_token == 50 && right.last_tag == 5 && right.last_length == 2000);
  CHECK(right.last_status == 0 && memory[1999] == content(1999, 5));

  /* The one for any tag was posted before. */
  send_tagged(8, 7);
  AWAIT(right.matched == 2);
  CHECK(right.last_token == 51 && right.last_tag == 7 && memory[ROOM] == content(0, 7));

  send_tagged(1000, 5);
  AWAIT(right.unmatched == 1);
  CHECK(right.last_tag == 5 && right.last_length == 1000);
  send_tagged(0, 6);
  AWAIT(right.unmatched == 2);

  ob1j_ucx_tag_cancel(right.worker, third, 52);
  AWAIT(right.matched == 3);
  CHECK(right.last_token == 52 && right.last_status < 0 && right.last_length == 0);
  ob1j_ucx_tag_cancel(right.worker, third, 52);
  send_tagged(10, 7);
  AWAIT(right.unmatched == 3);

  /* Longer than the memory for events: told without its payload, and not in the way of others. */
  send_tagged(LONG_BYTES, 8);
  send_tagged(20, 9);
  AWAIT(right.unmatched == 5);
  CHECK(right.longest == LONG_BYTES);
  free(memory);
  close_pair();
}

static void run(const char *transports) {
  should_match_tags(transports);
}

int main(void) {
  require_ucx();
  run("posix,self");
  run("tcp,self");
  return 0;
}
