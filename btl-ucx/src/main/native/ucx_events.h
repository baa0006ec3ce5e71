/*
 * The events of a worker: records in memory that Java reads, and those that wait for room there.
 *
 * A batch is what has been handed over. It is let go by the next one, together with the payloads
 * that it refers to.
 */
#ifndef OB1J_UCX_EVENTS_H
#define OB1J_UCX_EVENTS_H

#include <stddef.h>
#include <stdint.h>

/* How a payload that stays where it is is given back. */
enum ob1j_payload_owner {
  OB1J_PAYLOAD_COPIED,
  OB1J_PAYLOAD_UCX,
  OB1J_PAYLOAD_HEAP,
  /* It is with its sender; whoever has been told of it must answer. */
  OB1J_PAYLOAD_ARRIVAL
};

struct ob1j_event {
  uint32_t kind;
  int32_t status;
  int64_t token;
  const void *header;
  size_t header_bytes;
  /* Copied into the record if its owner says so. */
  const void *payload;
  uint64_t payload_bytes;
  enum ob1j_payload_owner owner;
  /* In place of an address, of a record without payload. */
  uint64_t number;
};

struct ob1j_spilled;
struct ob1j_held;

struct ob1j_events {
  unsigned char *memory;
  size_t capacity;
  size_t used;
  /* Records wait while a batch is being read, too. */
  int writable;
  struct ob1j_spilled *first;
  struct ob1j_spilled *last;
  uint64_t spilled_count;
  /* Payloads that the batch refers to. */
  struct ob1j_held *held;
  size_t held_count;
  size_t held_capacity;
  /* Gives a payload of UCX's back. */
  void (*release)(void *owner, enum ob1j_payload_owner kind, void *payload);
  void *release_owner;
  /* An event could not be kept for lack of memory. */
  int out_of_memory;
};

/* Adds an event; returns 0, or -1 if there is no memory even to keep it. */
int ob1j_events_add(struct ob1j_events *events, const struct ob1j_event *event);

/* The same for a short message, which is one piece. */
int ob1j_events_add_short(struct ob1j_events *events, const void *message, size_t bytes);

/* Lets the batch go and begins the next with what has waited; returns whether all of that fitted. */
int ob1j_events_begin(struct ob1j_events *events);

/* Ends the batch; returns its length. */
size_t ob1j_events_end(struct ob1j_events *events);

/* Drops all events. */
void ob1j_events_drop(struct ob1j_events *events);

/* The same, and the memory for them. */
void ob1j_events_free(struct ob1j_events *events);

#endif
