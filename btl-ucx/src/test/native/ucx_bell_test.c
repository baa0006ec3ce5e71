/*
 * A worker that rings when something comes for a rank that sleeps.
 */
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ucx_pair.h"

static void should_ring_when_something_comes(const char *transports) {
  int bell[2];
  open_pair(transports);
  send_from(&left, 100, 1);
  AWAIT(right.messages == 1);
  CHECK(pipe(bell) == 0);
  struct stat pipe_of_bell;
  CHECK(fstat(bell[0], &pipe_of_bell) == 0);
  for (int round = 0; round < 20; round++) {
    double limit = seconds() + LIMIT_SECONDS;
    while (ob1j_ucx_arm(right.worker, bell[round % 2], (int64_t)pipe_of_bell.st_ino) != 0) {
      progress(&right);
      CHECK(seconds() < limit);
    }
    send_from(&left, 100, 1);
    struct pollfd rung = {bell[0], POLLIN, 0};
    CHECK(poll(&rung, 1, LIMIT_SECONDS * 1000) == 1);
    char byte;
    CHECK(read(bell[0], &byte, 1) == 1);
    AWAIT(right.messages == 2 + round);
  }
  close_pair();
  close(bell[0]);
  close(bell[1]);
}

static void run(const char *transports) {
  should_ring_when_something_comes(transports);
}

int main(void) {
  require_ucx();
  run("posix,self");
  run("tcp,self");
  run("tcp,self@lo");
  return 0;
}
