/*
 * Where a peer's queue is, in the memory that UCX's transport posix shares with it, so that the cache
 * lines that the next message needs can be had ahead.
 *
 *    0        8            192              320
 *   ┌────────┬─────/ /────┬────────────────┬────────────────┬─/ /─┐
 *   │ count  │            │ place 0        │ place 1        │     │
 *   └────────┴─────/ /────┴────────────────┴────────────────┴─/ /─┘
 *     how many messages have been written; the next one goes to place count % places
 *
 * To write a message, a core must own the line of the count and that of the place, which the receiver
 * has looked at; it waits for one after the other. UCX has no function that takes them ahead. This is
 * how UCX 1.13 lays out its queues; it is believed only once a message that was sent has
 * been found in its place. What is wrong about it all the same costs time and nothing else: no memory
 * is read but what is mapped here for it, and none is written.
 */
#ifndef OB1J_UCX_QUEUE_H
#define OB1J_UCX_QUEUE_H

#include <stddef.h>
#include <stdint.h>

enum { OB1J_PLACE_BYTES = 128 };

struct ob1j_queue {
  /* In a mapping of its own; NULL as long as the queue has not been found. */
  const volatile uint64_t *count;
  const char *places;
  uint64_t place_mask;
  /* The count after the last message of ours. */
  uint64_t written;
  size_t mapped_bytes;
  /* How many messages may still be looked for. */
  int attempts;
};

/* A queue that has yet to be found. */
void ob1j_queue_begin(struct ob1j_queue *queue);

/*
 * Looks for the queue that a message has just been written to. Its bytes are at one piece in its
 * place, and no queue has the like of it in another.
 */
void ob1j_queue_find(struct ob1j_queue *queue, const void *message, size_t message_bytes);

void ob1j_queue_forget(struct ob1j_queue *queue);

/* Has the processor take a line to write to, without waiting for it. Any address will do. */
static inline void ob1j_own_line(const volatile void *address) {
  __asm__ volatile("prefetchw %0" : : "m"(*(const volatile char *)address));
}

static inline void ob1j_queue_own_place(const struct ob1j_queue *queue, uint64_t count) {
  ob1j_own_line(queue->places + (count & queue->place_mask) * OB1J_PLACE_BYTES);
}

/*
 * Takes the lines that the next message needs, for who sends one after the other: the receiver has
 * had both since the last.
 */
static inline void ob1j_queue_own_next(const struct ob1j_queue *queue) {
  if (queue->count != NULL) {
    ob1j_own_line(queue->count);
    ob1j_queue_own_place(queue, queue->written);
  }
}

/* A message has been written: takes the place after the next; the receiver looks at the next. */
static inline void ob1j_queue_wrote(struct ob1j_queue *queue) {
  if (queue->count != NULL) {
    queue->written = *queue->count;
    ob1j_queue_own_place(queue, queue->written + 1);
  }
}

#endif
