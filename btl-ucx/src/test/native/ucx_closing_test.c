/*
 * Closing, with the peer or without it, and a peer that is gone.
 */
#include "ucx_pair.h"

static void should_close_whatever_is_under_way(const char *transports) {
  /* A payload that nobody asks for, one that is being received, messages that nobody reads. */
  open_pair(transports);
  struct header header = {1, LONG_BYTES};
  unsigned char *payload = filled(LONG_BYTES, 1);
  unsigned char *target = malloc(LONG_BYTES);
  for (int i = 0; i < 3; i++) {
    CHECK(ob1j_ucx_send(left.endpoint, number(&header), sizeof header, number(payload), LONG_BYTES,
                        1) == OB1J_UCX_STARTED);
  }
  AWAIT(right.arrivals > 0);
  CHECK(ob1j_ucx_receive(right.worker, right.arrival, number(target), LONG_BYTES, 2) >= 0);
  send_from(&right, 3000, 1);
  AWAIT(right.arrivals == 3);
  close_side(&right);
  close_side(&left);
  free(payload);
  free(target);
}

static void should_disconnect_without_the_peer(const char *transports) {
  open_pair(transports);
  send_from(&left, 100, 1);
  send_from(&right, 100, 1);
  AWAIT(left.messages == 1 && right.messages == 1);
  send_from(&left, 200, 2);
  disconnect(&left, transports);
  close_side(&left);
  left.events = NULL;
  double limit = seconds() + LIMIT_SECONDS;
  while (right.messages < 2) {
    progress(&right);
    CHECK(seconds() < limit);
  }
  close_side(&right);
}

static void should_tell_a_peer_that_is_gone(void) {
  open_pair("tcp,self");
  send_from(&left, 100, 1);
  send_from(&right, 100, 1);
  AWAIT(left.messages == 1 && right.messages == 1);
  close_side(&right);
  struct header header = {1, 0};
  double limit = seconds() + LIMIT_SECONDS;
  while (left.broken == 0) {
    if (ob1j_ucx_send(left.endpoint, number(&header), sizeof header, 0, 0, 1) < 0) {
      break;
    }
    progress(&left);
    CHECK(seconds() < limit);
  }
  close_side(&left);
}

static void run(const char *transports) {
  should_close_whatever_is_under_way(transports);
  should_disconnect_without_the_peer(transports);
}

int main(void) {
  require_ucx();
  /* With this one last, LeakSanitizer itself ends by a signal. */
  should_tell_a_peer_that_is_gone();
  run("posix,self");
  run("tcp,self");
  run("tcp,self@lo");
  return 0;
}
