/*
 * Messages of every kind and length, over UCX's shared memory and its sockets.
 */
#include "ucx_pair.h"

static void should_deliver_messages_of_every_length(const char *transports) {
  static const size_t lengths[] = {0, 1, 8, 63, 64, 65, 500, 2000, 8000, 8200, 20000, 70000};
  open_pair(transports);
  int count = (int)(sizeof lengths / sizeof *lengths);
  for (int i = 0; i < count; i++) {
    send_from(&left, lengths[i], i);
    send_from(&right, lengths[i], 100 + i);
  }
  AWAIT(left.messages == count && right.messages == count);
  close_pair();
}

static void should_deliver_messages_in_one_piece(const char *transports) {
  static const size_t lengths[] = {0, 1, 8, 16, 47, 48, 64, 100, 496};
  int count = (int)(sizeof lengths / sizeof *lengths);
  open_pair(transports);
  for (int i = 0; i < count; i++) {
    send_short_from(&left, lengths[i], i, 0);
  }
  AWAIT(right.messages == count);
  close_pair();
}

static void should_receive_a_payload_where_it_is_wanted(const char *transports) {
  open_pair(transports);
  for (int round = 0; round < 5; round++) {
    struct header header = {round, LONG_BYTES};
    unsigned char *payload = filled(LONG_BYTES, round);
    unsigned char *target = calloc(1, LONG_BYTES);
    int arrivals = right.arrivals;
    int ended = left.ended;
    CHECK(ob1j_ucx_send(left.endpoint, number(&header), sizeof header, number(payload), LONG_BYTES,
                        1) == OB1J_UCX_STARTED);
    AWAIT(right.arrivals > arrivals);
    CHECK(right.arrival_bytes == LONG_BYTES);
    int received = right.ended;
    int32_t status =
        ob1j_ucx_receive(right.worker, right.arrival, number(target), LONG_BYTES, 2);
    if (status == OB1J_UCX_STARTED) {
      AWAIT(right.ended > received);
      CHECK(right.last_token == 2 && right.last_status == 0);
    } else {
      CHECK(status == 0);
    }
    CHECK(memcmp(target, payload, LONG_BYTES) == 0);
    AWAIT(left.ended > ended);
    free(payload);
    free(target);
  }
  close_pair();
}

static void should_end_a_send_whose_payload_is_discarded(const char *transports) {
  open_pair(transports);
  struct header header = {1, LONG_BYTES};
  unsigned char *payload = filled(LONG_BYTES, 1);
  CHECK(ob1j_ucx_send(left.endpoint, number(&header), sizeof header, number(payload), LONG_BYTES,
                      1) == OB1J_UCX_STARTED);
  AWAIT(right.arrivals == 1);
  ob1j_ucx_discard(right.worker, right.arrival);
  AWAIT(left.ended == 1);
  send_from(&left, 8, 5);
  AWAIT(right.messages == 1);
  free(payload);
  close_pair();
}

/* The memory for events has room for a fraction of what comes while nobody reads. */
static void should_keep_what_does_not_fit(const char *transports) {
  enum { COUNT = 400, LENGTH = 1000 };
  open_pair(transports);
  struct header header = {3, LENGTH};
  unsigned char *payload = filled(LENGTH, 3);
  int outstanding = 0;
  for (int i = 0; i < COUNT; i++) {
    int32_t status = ob1j_ucx_send(left.endpoint, number(&header), sizeof header, number(payload),
                                   LENGTH, i);
    CHECK(status == 0 || status == OB1J_UCX_STARTED);
    outstanding += status == OB1J_UCX_STARTED;
  }
  AWAIT(right.messages == COUNT && left.ended == outstanding);
  CHECK(!right.told_of_more || ob1j_ucx_spilled(right.worker) > 0);
  free(payload);
  close_pair();
}

static void run(const char *transports) {
  should_deliver_messages_of_every_length(transports);
  should_deliver_messages_in_one_piece(transports);
  should_receive_a_payload_where_it_is_wanted(transports);
  should_end_a_send_whose_payload_is_discarded(transports);
  should_keep_what_does_not_fit(transports);
}

int main(void) {
  require_ucx();
  run("posix,self");
  run("tcp,self");
  run("tcp,self@lo");
  return 0;
}
