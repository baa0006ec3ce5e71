#include "ucx_events.h"

#include <stdlib.h>
#include <string.h>

#include "ob1j_ucx.h"

struct ob1j_spilled {
  struct ob1j_spilled *next;
  enum ob1j_payload_owner owner;
  void *payload;
  size_t bytes;
  unsigned char record[];
};

struct ob1j_held {
  enum ob1j_payload_owner owner;
  void *payload;
};

struct record_head {
  uint32_t record_bytes;
  uint32_t kind;
  int64_t token;
  uint64_t address;
  uint32_t header_bytes;
  int32_t status;
  uint64_t payload_bytes;
};
_Static_assert(sizeof(struct record_head) == OB1J_UCX_EVENT_HEAD_BYTES, "as Java reads it");

static size_t padded(size_t bytes) {
  return (bytes + 7) & ~(size_t)7;
}

static void give_back(struct ob1j_events *events, enum ob1j_payload_owner owner, void *payload) {
  if (owner == OB1J_PAYLOAD_UCX || owner == OB1J_PAYLOAD_ARRIVAL) {
    events->release(events->release_owner, owner, payload);
  } else if (owner == OB1J_PAYLOAD_HEAP) {
    free(payload);
  }
}

static size_t record_bytes(const struct ob1j_event *event) {
  size_t payload = event->owner == OB1J_PAYLOAD_COPIED ? (size_t)event->payload_bytes : 0;
  return sizeof(struct record_head) + padded(event->header_bytes) +
         (event->payload == NULL ? 0 : padded(payload));
}

static void put(unsigned char *at, size_t offset, uint64_t word) {
  memcpy(at + offset, &word, sizeof word);
}

/*
 * Word by word: what is put together on the stack is copied by halves of other lengths than it was
 * written by, and such a load waits until all stores before it have left the core.
 */
static void write_head(unsigned char *at, size_t bytes, const struct ob1j_event *event,
                       int copied) {
  put(at, offsetof(struct record_head, record_bytes), (uint64_t)event->kind << 32 | bytes);
  put(at, offsetof(struct record_head, token), (uint64_t)event->token);
  put(at, offsetof(struct record_head, address),
      copied ? event->number : (uint64_t)(uintptr_t)event->payload);
  put(at, offsetof(struct record_head, header_bytes),
      (uint64_t)(uint32_t)event->status << 32 | event->header_bytes);
  put(at, offsetof(struct record_head, payload_bytes), event->payload_bytes);
}

static void write_record(unsigned char *at, size_t bytes, const struct ob1j_event *event) {
  int copied = event->owner == OB1J_PAYLOAD_COPIED;
  write_head(at, bytes, event, copied);
  at += sizeof(struct record_head);
  if (event->header_bytes != 0) {
    memcpy(at, event->header, event->header_bytes);
  }
  if (copied && event->payload != NULL && event->payload_bytes != 0) {
    memcpy(at + padded(event->header_bytes), event->payload, (size_t)event->payload_bytes);
  }
}

/* Keeps in mind that a payload is to be given back with the batch. */
static int hold(struct ob1j_events *events, enum ob1j_payload_owner owner, void *payload) {
  if (owner == OB1J_PAYLOAD_COPIED || owner == OB1J_PAYLOAD_ARRIVAL) {
    return 1;
  }
  if (events->held_count == events->held_capacity) {
    size_t capacity = events->held_capacity == 0 ? 64 : 2 * events->held_capacity;
    struct ob1j_held *more = realloc(events->held, capacity * sizeof *more);
    if (more == NULL) {
      return 0;
    }
    events->held = more;
    events->held_capacity = capacity;
  }
  events->held[events->held_count++] = (struct ob1j_held){owner, payload};
  return 1;
}

/* Where to write a record that must wait; NULL if there is no memory to keep it. */
static unsigned char *spill(struct ob1j_events *events, size_t bytes,
                            enum ob1j_payload_owner owner, void *payload) {
  struct ob1j_spilled *spilled = malloc(sizeof *spilled + bytes);
  if (spilled == NULL) {
    events->out_of_memory = 1;
    return NULL;
  }
  spilled->next = NULL;
  spilled->owner = owner;
  spilled->payload = payload;
  spilled->bytes = bytes;
  if (events->first == NULL) {
    events->first = spilled;
  } else {
    events->last->next = spilled;
  }
  events->last = spilled;
  events->spilled_count++;
  return spilled->record;
}

/* Where to write a record. */
static unsigned char *room_for(struct ob1j_events *events, size_t bytes,
                               enum ob1j_payload_owner owner, void *payload) {
  if (!events->writable || events->first != NULL || bytes > events->capacity - events->used ||
      !hold(events, owner, payload)) {
    return spill(events, bytes, owner, payload);
  }
  unsigned char *at = events->memory + events->used;
  events->used += bytes;
  return at;
}

int ob1j_events_add(struct ob1j_events *events, const struct ob1j_event *event) {
  size_t bytes = record_bytes(event);
  unsigned char *at = room_for(events, bytes, event->owner, (void *)(uintptr_t)event->payload);
  if (at == NULL) {
    return -1;
  }
  write_record(at, bytes, event);
  return 0;
}

int ob1j_events_add_short(struct ob1j_events *events, const void *message, size_t message_bytes) {
  size_t bytes = OB1J_UCX_EVENT_SHORT_HEAD_BYTES + padded(message_bytes);
  unsigned char *at = room_for(events, bytes, OB1J_PAYLOAD_COPIED, NULL);
  if (at == NULL) {
    return -1;
  }
  /* One word, as Java reads it. */
  uint64_t head = (uint64_t)(OB1J_UCX_EVENT_SHORT | message_bytes << OB1J_UCX_EVENT_SHORT_SHIFT)
                      << 32 |
                  bytes;
  memcpy(at, &head, sizeof head);
  if (message_bytes != 0) {
    memcpy(at + sizeof head, message, message_bytes);
  }
  return 0;
}

int ob1j_events_begin(struct ob1j_events *events) {
  for (size_t i = 0; i < events->held_count; i++) {
    give_back(events, events->held[i].owner, events->held[i].payload);
  }
  events->held_count = 0;
  events->used = 0;
  events->writable = 1;
  while (events->first != NULL) {
    struct ob1j_spilled *next = events->first;
    if (next->bytes > events->capacity - events->used ||
        !hold(events, next->owner, next->payload)) {
      return 0;
    }
    memcpy(events->memory + events->used, next->record, next->bytes);
    events->used += next->bytes;
    events->first = next->next;
    free(next);
  }
  return 1;
}

size_t ob1j_events_end(struct ob1j_events *events) {
  events->writable = 0;
  return events->used;
}

void ob1j_events_drop(struct ob1j_events *events) {
  while (events->first != NULL) {
    struct ob1j_spilled *next = events->first;
    events->first = next->next;
    give_back(events, next->owner, next->payload);
    free(next);
  }
  ob1j_events_begin(events);
  ob1j_events_end(events);
}

void ob1j_events_free(struct ob1j_events *events) {
  ob1j_events_drop(events);
  free(events->held);
  events->held = NULL;
}
