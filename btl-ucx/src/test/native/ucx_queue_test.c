/* The queue of a peer in shared memory is found by the messages in it, and nothing else is. */
#include <sys/mman.h>

#include "ucx_worker.h"
#include "ucx_pair.h"

static struct ob1j_queue *queue_of(struct side *side) {
  return &((struct ob1j_endpoint *)(intptr_t)side->endpoint)->queue;
}

static void should_find_the_queue_by_what_was_sent(void) {
  open_pair("posix,self");
  struct ob1j_queue *queue = queue_of(&left);
  CHECK(queue->count == NULL);
  send_short_from(&left, 8, 1, OB1J_UCX_CONNECT);
  AWAIT(right.messages == 1);
  for (int sent = 1; queue->count == NULL; sent++) {
    CHECK(queue->attempts > 0);
    send_short_from(&left, 8, sent, 0);
    AWAIT(right.messages == sent + 1);
  }
  uint64_t before = *queue->count;
  int messages = right.messages;
  send_short_from(&left, 8, 77, 0);
  AWAIT(right.messages == messages + 1);
  CHECK(*queue->count == before + 1);
  struct header header = {77, 8};
  CHECK(memmem(queue->places + (before & queue->place_mask) * OB1J_PLACE_BYTES, OB1J_PLACE_BYTES,
               &header, sizeof header) != NULL);
  CHECK(queue_of(&right)->count == NULL);
  close_pair();
}

/* Its mapping is its own: a hint after UCX has let go of the queue must not end the process. */
static void should_outlive_the_mapping_of_ucx(void) {
  open_pair("posix,self");
  send_short_from(&left, 8, 1, OB1J_UCX_CONNECT);
  AWAIT(right.messages == 1);
  for (int sent = 1; queue_of(&left)->count == NULL; sent++) {
    CHECK(queue_of(&left)->attempts > 0);
    send_short_from(&left, 8, sent, 0);
    AWAIT(right.messages == sent + 1);
  }
  struct ob1j_queue queue = *queue_of(&left);
  *queue_of(&left) = (struct ob1j_queue){0};
  close_pair();
  CHECK(*queue.count > 0);
  ob1j_queue_own_next(&queue);
  ob1j_queue_wrote(&queue);
  CHECK(queue.written == *queue.count);
  ob1j_queue_forget(&queue);
  ob1j_queue_own_next(&queue);
  ob1j_queue_wrote(&queue);
}

static void should_find_no_queue_of_messages_that_were_not_sent(void) {
  open_pair("posix,self");
  send_short_from(&left, 8, 1, OB1J_UCX_CONNECT);
  AWAIT(right.messages == 1);
  struct ob1j_queue queue;
  ob1j_queue_begin(&queue);
  for (int attempts = queue.attempts; attempts > 0; attempts--) {
    CHECK(queue.attempts == attempts);
    ob1j_queue_find(&queue, "a message that nobody has sent", 30);
    CHECK(queue.count == NULL);
  }
  struct header sent = {1, 8};
  ob1j_queue_find(&queue, &sent, sizeof sent);
  CHECK(queue.attempts == 0 && queue.count == NULL);
  close_pair();
}

static void should_look_for_none_without_shared_memory(void) {
  open_pair("tcp,self");
  CHECK(queue_of(&left)->attempts == 0 && queue_of(&left)->count == NULL);
  send_short_from(&left, 8, 1, OB1J_UCX_CONNECT);
  AWAIT(right.messages == 1);
  CHECK(queue_of(&left)->count == NULL);
  close_pair();
}

static void should_look_for_none_whose_places_cannot_be_reckoned(void) {
  struct ob1j_queue queue;
  setenv("UCX_MM_FIFO_SIZE", "100", 1);
  ob1j_queue_begin(&queue);
  CHECK(queue.attempts == 0);
  setenv("UCX_MM_FIFO_SIZE", "many", 1);
  ob1j_queue_begin(&queue);
  CHECK(queue.attempts == 0);
  setenv("UCX_MM_FIFO_SIZE", "256", 1);
  ob1j_queue_begin(&queue);
  CHECK(queue.attempts > 0 && queue.place_mask == 255);
}

int main(void) {
  require_ucx();
  should_find_the_queue_by_what_was_sent();
  should_outlive_the_mapping_of_ucx();
  should_find_no_queue_of_messages_that_were_not_sent();
  should_look_for_none_without_shared_memory();
  should_look_for_none_whose_places_cannot_be_reckoned();
  return 0;
}
