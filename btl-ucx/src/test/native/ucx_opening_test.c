/*
 * What a worker tells of its transports, and why one cannot be opened.
 */
#include "ucx_pair.h"

static void should_tell_its_transports(void) {
  signed char text[TEXT_BYTES];
  open_pair("tcp,self");
  ob1j_ucx_transports(left.worker, text, TEXT_BYTES);
  CHECK(strstr((char *)text, "tcp/") != NULL);
  CHECK(strstr((char *)text, "posix/") == NULL);
  ob1j_ucx_transports(left.worker, text, 4);
  CHECK(strlen((char *)text) <= 3);
  close_pair();
}

static void should_say_why_a_worker_cannot_be_opened(void) {
  signed char reason[TEXT_BYTES] = "";
  signed char *events = malloc(EVENT_BYTES);
  CHECK(ob1j_ucx_open((signed char *)"nothing", NULL, events, EVENT_BYTES, reason, TEXT_BYTES) ==
        0);
  CHECK(strlen((char *)reason) > 0);
  /* Of which UCX would make a worker, and end the process. */
  CHECK(ob1j_ucx_open((signed char *)"cma", NULL, events, EVENT_BYTES, reason, TEXT_BYTES) == 0);
  CHECK(strlen((char *)reason) > 0);
  free(events);
}

int main(void) {
  require_ucx();
  should_tell_its_transports();
  should_say_why_a_worker_cannot_be_opened();
  return 0;
}
