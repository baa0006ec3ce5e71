/*
 * Two workers of one process exchange messages, over UCX's shared memory and its sockets. Skipped
 * (77) where there is no libucp.
 */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "ob1j_ucx.h"
#include "ucx_worker.h"

#define CHECK(condition)                                                      \
  do {                                                                        \
    if (!(condition)) {                                                       \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                \
    }                                                                         \
  } while (0)

enum { EVENT_BYTES = OB1J_UCX_MIN_EVENT_BYTES, TEXT_BYTES = 512, ADDRESS_BYTES = 4096 };
enum { LIMIT_SECONDS = 20, LONG_BYTES = 3 << 20, SKIPPED = 77 };

struct event {
  uint32_t bytes;
  uint32_t kind;
  int64_t token;
  uint64_t address;
  uint32_t header_bytes;
  int32_t status;
  uint64_t payload_bytes;
  unsigned char rest[];
};

/* What a worker has been told. */
struct side {
  int64_t worker;
  int64_t endpoint;
  signed char *events;
  signed char address[ADDRESS_BYTES];
  int messages;
  int ended;
  int arrivals;
  int broken;
  int told_of_more;
  int matched;
  int unmatched;
  int64_t last_tag;
  uint64_t last_length;
  uint64_t longest;
  int last_status;
  int64_t last_token;
  int64_t arrival;
  uint64_t arrival_bytes;
  char *where;
};

static struct side left;
static struct side right;

static unsigned char content(size_t index, int seed) {
  return (unsigned char)(index * 31 + index / 509 + (size_t)seed);
}

static unsigned char *filled(size_t length, int seed) {
  unsigned char *memory = malloc(length + 1);
  CHECK(memory != NULL);
  for (size_t i = 0; i < length; i++) {
    memory[i] = content(i, seed);
  }
  return memory;
}

static int64_t number(const void *address) {
  return (int64_t)(intptr_t)address;
}

/* A message says in its header how its payload was filled, and how long it is. */
struct header {
  int64_t seed;
  int64_t length;
};

static void check_message(const struct event *event) {
  struct header header;
  CHECK(event->header_bytes == sizeof header);
  memcpy(&header, event->rest, sizeof header);
  CHECK(event->payload_bytes == (uint64_t)header.length);
  const unsigned char *payload = event->address == 0
                                     ? event->rest + sizeof header
                                     : (const unsigned char *)(uintptr_t)event->address;
  CHECK((uintptr_t)payload % 8 == 0);
  for (size_t i = 0; i < event->payload_bytes; i++) {
    CHECK(payload[i] == content(i, (int)header.seed));
  }
}

static void handle(struct side *side, const struct event *event) {
  switch (event->kind) {
    case OB1J_UCX_EVENT_MESSAGE:
      check_message(event);
      side->messages++;
      break;
    case OB1J_UCX_EVENT_ARRIVAL:
      side->arrivals++;
      side->arrival = (int64_t)event->address;
      side->arrival_bytes = event->payload_bytes;
      break;
    case OB1J_UCX_EVENT_ENDED:
      side->ended++;
      side->last_token = event->token;
      side->last_status = event->status;
      break;
    case OB1J_UCX_EVENT_TAG_RECEIVED:
      side->matched++;
      side->last_token = event->token;
      side->last_status = event->status;
      side->last_tag = (int64_t)event->address;
      side->last_length = event->payload_bytes;
      break;
    case OB1J_UCX_EVENT_TAG_UNMATCHED:
      side->unmatched++;
      side->last_tag = event->token;
      side->last_length = event->payload_bytes;
      side->longest = event->payload_bytes > side->longest ? event->payload_bytes : side->longest;
      for (size_t i = 0; i < event->bytes - OB1J_UCX_EVENT_HEAD_BYTES && i < event->payload_bytes;
           i++) {
        CHECK(event->rest[i] == content(i, (int)event->token));
      }
      break;
    default:
      CHECK(event->kind == OB1J_UCX_EVENT_BROKEN);
      side->broken++;
  }
}

static int is_short(const struct event *event) {
  return (event->kind & ((1 << OB1J_UCX_EVENT_SHORT_SHIFT) - 1)) == OB1J_UCX_EVENT_SHORT;
}

/* What a short message says in its header it is. */
static void check_short(const struct event *event) {
  struct header header;
  uint32_t bytes = event->kind >> OB1J_UCX_EVENT_SHORT_SHIFT;
  const unsigned char *message = (const unsigned char *)event + OB1J_UCX_EVENT_SHORT_HEAD_BYTES;
  CHECK(bytes >= sizeof header && event->bytes == OB1J_UCX_EVENT_SHORT_HEAD_BYTES + (bytes + 7) / 8 * 8);
  memcpy(&header, message, sizeof header);
  CHECK(bytes == sizeof header + (size_t)header.length);
  for (size_t i = 0; i < (size_t)header.length; i++) {
    CHECK(message[sizeof header + i] == content(i, (int)header.seed));
  }
}

static void progress(struct side *side) {
  int32_t bytes = ob1j_ucx_progress(side->worker, 1);
  CHECK(bytes >= 0);
  side->told_of_more |= bytes & OB1J_UCX_MORE;
  bytes &= ~OB1J_UCX_MORE;
  for (int32_t at = 0; at < bytes;) {
    const struct event *event = (const struct event *)(side->events + at);
    CHECK(event->bytes % 8 == 0);
    if (is_short(event)) {
      check_short(event);
      side->messages++;
    } else {
      CHECK(event->bytes >= OB1J_UCX_EVENT_HEAD_BYTES);
      handle(side, event);
    }
    at += (int32_t)event->bytes;
  }
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#define AWAIT(condition)                          \
  do {                                            \
    double limit = seconds() + LIMIT_SECONDS;     \
    while (!(condition)) {                        \
      progress(&left);                            \
      progress(&right);                           \
      CHECK(seconds() < limit);                   \
    }                                             \
  } while (0)

static void open_side(struct side *side, const char *transports) {
  signed char reason[TEXT_BYTES] = "";
  memset(side, 0, sizeof *side);
  side->events = aligned_alloc(64, EVENT_BYTES);
  side->worker = ob1j_ucx_open((signed char *)(uintptr_t)transports, NULL, side->events,
                               EVENT_BYTES, reason, TEXT_BYTES);
  if (side->worker == 0) {
    fprintf(stderr, "cannot open: %s\n", (char *)reason);
  }
  CHECK(side->worker != 0);
  int32_t length = ob1j_ucx_address(side->worker, side->address, ADDRESS_BYTES);
  CHECK(length > 0 && length <= ADDRESS_BYTES);
}

static void open_pair(const char *transports) {
  signed char reason[TEXT_BYTES] = "";
  int tells = strncmp(transports, "tcp", 3) == 0;
  open_side(&left, transports);
  open_side(&right, transports);
  left.endpoint = ob1j_ucx_connect(left.worker, right.address, tells, 7, reason, TEXT_BYTES);
  right.endpoint = ob1j_ucx_connect(right.worker, left.address, tells, 8, reason, TEXT_BYTES);
  CHECK(left.endpoint != 0 && right.endpoint != 0);
}

static void close_side(struct side *side) {
  if (side->worker != 0) {
    ob1j_ucx_close(side->worker);
    side->worker = 0;
  }
  free(side->events);
}

/* As ob1j closes: what was sent leaves, and then the worker goes. */
static void disconnect(struct side *side, const char *transports) {
  int before = side->ended;
  int forced = strncmp(transports, "tcp", 3) == 0;
  int32_t status = ob1j_ucx_disconnect(side->endpoint, forced, 99);
  if (status == OB1J_UCX_STARTED) {
    double limit = seconds() + LIMIT_SECONDS;
    while (side->ended == before) {
      progress(side);
      CHECK(seconds() < limit);
    }
  } else {
    CHECK(status == 0);
  }
}

static void close_pair(void) {
  close_side(&left);
  close_side(&right);
}

/* Sends one message and waits until its memory is free. */
static void send_from(struct side *side, size_t length, int seed, int flags) {
  struct header header = {seed, (int64_t)length};
  unsigned char *payload = filled(length, seed);
  int before = side->ended;
  int32_t status = ob1j_ucx_send(side->endpoint, number(&header), sizeof header,
                                 length == 0 ? 0 : number(payload), (int64_t)length, flags, 42);
  CHECK(status == 0 || status == OB1J_UCX_STARTED);
  if (status == OB1J_UCX_STARTED) {
    AWAIT(side->ended > before);
    CHECK(side->last_token == 42 && side->last_status == 0);
  }
  memset(payload, 0, length);
  free(payload);
}

/* Sends header and payload as one piece. */
static void send_short_from(struct side *side, size_t length, int seed, int32_t flags) {
  struct header header = {seed, (int64_t)length};
  unsigned char *message = malloc(sizeof header + length);
  unsigned char *payload = filled(length, seed);
  memcpy(message, &header, sizeof header);
  memcpy(message + sizeof header, payload, length);
  free(payload);
  int before = side->ended;
  int32_t status = ob1j_ucx_send_short(side->endpoint, number(message),
                                       (int32_t)(sizeof header + length), flags, 43);
  CHECK(status == 0 || status == OB1J_UCX_STARTED);
  if (status == OB1J_UCX_STARTED) {
    AWAIT(side->ended > before);
    CHECK(side->last_token == 43 && side->last_status == 0);
  }
  free(message);
}

static void should_deliver_messages_of_every_length(const char *transports) {
  static const size_t lengths[] = {0, 1, 8, 63, 64, 65, 500, 2000, 8000, 8200, 20000, 70000};
  open_pair(transports);
  int count = (int)(sizeof lengths / sizeof *lengths);
  for (int i = 0; i < count; i++) {
    send_from(&left, lengths[i], i, OB1J_UCX_EAGER);
    send_from(&right, lengths[i], 100 + i, OB1J_UCX_EAGER);
  }
  AWAIT(left.messages == count && right.messages == count);
  close_pair();
}

/* Whether UCX copies a message or not, it arrives as it was sent. */
static void should_deliver_messages_in_one_piece(const char *transports) {
  static const size_t lengths[] = {0, 1, 8, 16, 47, 48, 64, 100, 496};
  static const int32_t flags[] = {0, OB1J_UCX_ONE_PIECE};
  int count = (int)(sizeof lengths / sizeof *lengths);
  open_pair(transports);
  for (int i = 0; i < 2 * count; i++) {
    send_short_from(&left, lengths[i % count], i, flags[i / count]);
  }
  AWAIT(right.messages == 2 * count);
  close_pair();
}

/* More looks than it takes until the next send is prepared. */
enum { MANY_LOOKS = 100 };

/* A message from right to left, and one back, while right does not look. */
static void answer_without_a_look(void) {
  struct header header = {5, 0};
  int before = left.messages;
  double limit = seconds() + LIMIT_SECONDS;
  CHECK(ob1j_ucx_send_short(right.endpoint, number(&header), sizeof header, 0, 1) == 0);
  while (left.messages == before) {
    progress(&left);
    CHECK(seconds() < limit);
  }
  CHECK(ob1j_ucx_send_short(left.endpoint, number(&header), sizeof header, 0, 1) == 0);
  for (int i = 0; i < MANY_LOOKS; i++) {
    progress(&left);
  }
}

/* What prepares the next send ends by itself, even if the peer has no room. */
static void should_prepare_the_next_send_without_a_trace(void) {
  enum { MORE_THAN_FIT = 1000 };
  int sent = 1;
  open_pair("posix,self");
  struct ob1j_worker *worker = (struct ob1j_worker *)(intptr_t)left.worker;
  ob1j_ucx_prepare_sends(left.worker);
  send_short_from(&left, 0, 5, OB1J_UCX_CONNECT);
  send_short_from(&right, 0, 5, OB1J_UCX_CONNECT);
  AWAIT(left.messages == 1 && right.messages == sent && worker->under_way == 0);
  for (; worker->under_way == 0; sent++) {
    CHECK(sent < MORE_THAN_FIT);
    answer_without_a_look();
  }
  AWAIT(right.messages == sent && worker->under_way == 0);
  disconnect(&left, "posix");
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
                        OB1J_UCX_RENDEZVOUS, 1) == OB1J_UCX_STARTED);
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
                      OB1J_UCX_RENDEZVOUS, 1) == OB1J_UCX_STARTED);
  AWAIT(right.arrivals == 1);
  ob1j_ucx_discard(right.worker, right.arrival);
  AWAIT(left.ended == 1);
  send_from(&left, 8, 5, 0);
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
                                   LENGTH, OB1J_UCX_EAGER, i);
    CHECK(status == 0 || status == OB1J_UCX_STARTED);
    outstanding += status == OB1J_UCX_STARTED;
  }
  AWAIT(right.messages == COUNT && left.ended == outstanding);
  CHECK(!right.told_of_more || ob1j_ucx_spilled(right.worker) > 0);
  free(payload);
  close_pair();
}

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

static void should_close_whatever_is_under_way(const char *transports) {
  /* A payload that nobody asks for, one that is being received, messages that nobody reads. */
  open_pair(transports);
  struct header header = {1, LONG_BYTES};
  unsigned char *payload = filled(LONG_BYTES, 1);
  unsigned char *target = malloc(LONG_BYTES);
  for (int i = 0; i < 3; i++) {
    CHECK(ob1j_ucx_send(left.endpoint, number(&header), sizeof header, number(payload), LONG_BYTES,
                        OB1J_UCX_RENDEZVOUS, 1) == OB1J_UCX_STARTED);
  }
  AWAIT(right.arrivals > 0);
  CHECK(ob1j_ucx_receive(right.worker, right.arrival, number(target), LONG_BYTES, 2) >= 0);
  send_from(&right, 3000, 1, OB1J_UCX_EAGER);
  AWAIT(right.arrivals == 3);
  close_side(&right);
  close_side(&left);
  free(payload);
  free(target);
}

static void should_disconnect_without_the_peer(const char *transports) {
  open_pair(transports);
  send_from(&left, 100, 1, 0);
  send_from(&right, 100, 1, 0);
  AWAIT(left.messages == 1 && right.messages == 1);
  send_from(&left, 200, 2, 0);
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
  send_from(&left, 100, 1, 0);
  send_from(&right, 100, 1, 0);
  AWAIT(left.messages == 1 && right.messages == 1);
  close_side(&right);
  struct header header = {1, 0};
  double limit = seconds() + LIMIT_SECONDS;
  while (left.broken == 0) {
    if (ob1j_ucx_send(left.endpoint, number(&header), sizeof header, 0, 0, 0, 1) < 0) {
      break;
    }
    progress(&left);
    CHECK(seconds() < limit);
  }
  close_side(&left);
}

static void should_ring_when_something_comes(const char *transports) {
  int bell[2];
  open_pair(transports);
  send_from(&left, 100, 1, 0);
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
    send_from(&left, 100, 1, OB1J_UCX_EAGER);
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

static int released;

static void count_released(void *owner, enum ob1j_payload_owner kind, void *payload) {
  CHECK(owner == &released && payload == owner && kind == OB1J_PAYLOAD_UCX);
  released++;
}

/* Every third event of the next test is a short message of its token. */
static int is_short_token(int64_t token) {
  return token % 3 == 0;
}

static void check_order(const struct event *event, int64_t next) {
  if (is_short_token(next)) {
    CHECK(is_short(event) && event->kind >> OB1J_UCX_EVENT_SHORT_SHIFT == sizeof next);
    CHECK(memcmp((const unsigned char *)event + OB1J_UCX_EVENT_SHORT_HEAD_BYTES, &next,
                 sizeof next) == 0);
  } else {
    CHECK(event->token == next);
    CHECK(memcmp(event->rest, "12345", 5) == 0);
  }
}

/* Reads a batch, whose tokens count from the next one on. */
static void read_batch(struct ob1j_events *events, int64_t *next) {
  size_t end = ob1j_events_end(events);
  for (size_t at = 0; at < end;) {
    const struct event *event = (const struct event *)(events->memory + at);
    check_order(event, *next);
    (*next)++;
    at += event->bytes;
  }
}

static void add_events(struct ob1j_events *events, int count, int64_t *made, int limit) {
  for (int i = 0; i < count && *made < limit; i++) {
    struct ob1j_event event = {.kind = OB1J_UCX_EVENT_MESSAGE,
                               .token = *made,
                               .header = "12345",
                               .header_bytes = 5,
                               .payload = &released,
                               .payload_bytes = 4,
                               .owner = OB1J_PAYLOAD_UCX};
    CHECK((is_short_token(*made) ? ob1j_events_add_short(events, made, sizeof *made)
                                 : ob1j_events_add(events, &event)) == 0);
    (*made)++;
  }
}

/* How many of the first tokens had a payload. */
static int64_t payloads_before(int64_t token) {
  return token - (token + 2) / 3;
}

static void should_keep_events_in_order_whether_they_fit_or_not(void) {
  enum { COUNT = 20000, MORE_THAN_FITS = 3000, WHILE_READING = 200 };
  struct ob1j_events events = {.memory = aligned_alloc(64, EVENT_BYTES),
                               .capacity = EVENT_BYTES,
                               .release = count_released,
                               .release_owner = &released};
  int64_t made = 0;
  int64_t next = 0;
  while (next < COUNT) {
    ob1j_events_begin(&events);
    /* Payloads are given back with their batch, and no sooner. */
    CHECK(released == payloads_before(next));
    add_events(&events, MORE_THAN_FITS, &made, COUNT);
    read_batch(&events, &next);
    add_events(&events, WHILE_READING, &made, COUNT);
  }
  CHECK(events.spilled_count > 0 && events.first == NULL);
  ob1j_events_begin(&events);
  CHECK(released == payloads_before(COUNT) && events.used == 0);
  ob1j_events_free(&events);
  free(events.memory);
}

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

static void should_say_how_long_queues_are_only_where_there_are_some(void) {
  unsetenv("UCX_MM_FIFO_SIZE");
  setenv("UCX_MM_SEG_SIZE", "8256", 1);
  open_pair("tcp,self");
  CHECK(getenv("UCX_MM_FIFO_SIZE") == NULL);
  close_pair();
  open_pair("posix,self");
  CHECK(strcmp(getenv("UCX_MM_FIFO_SIZE"), "128") == 0);
  /* What the user says stays. */
  CHECK(strcmp(getenv("UCX_MM_SEG_SIZE"), "8256") == 0);
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

static void run(const char *transports) {
  should_deliver_messages_of_every_length(transports);
  should_deliver_messages_in_one_piece(transports);
  should_receive_a_payload_where_it_is_wanted(transports);
  should_end_a_send_whose_payload_is_discarded(transports);
  should_keep_what_does_not_fit(transports);
  should_put_and_get(transports);
  should_match_tags(transports);
  should_close_whatever_is_under_way(transports);
  should_disconnect_without_the_peer(transports);
  should_ring_when_something_comes(transports);
}

/* What UCX itself does not give back. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
  return "leak:ucs_malloc\nleak:ucs_calloc\nleak:libuct.so\n";
}

int main(void) {
  signed char reason[TEXT_BYTES];
  if (ob1j_ucx_load(NULL, reason, TEXT_BYTES) != 0) {
    fprintf(stderr, "skipped: %s\n", (char *)reason);
    return SKIPPED;
  }
  CHECK(ob1j_ucx_version() >= 1012000);
  run("posix,self");
  run("tcp,self");
  should_prepare_the_next_send_without_a_trace();
  should_keep_events_in_order_whether_they_fit_or_not();
  should_tell_a_peer_that_is_gone();
  should_tell_its_transports();
  should_say_how_long_queues_are_only_where_there_are_some();
  should_say_why_a_worker_cannot_be_opened();
  return 0;
}
