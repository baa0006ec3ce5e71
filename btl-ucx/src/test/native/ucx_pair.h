#ifndef OB1J_UCX_PAIR_H
#define OB1J_UCX_PAIR_H

/*
 * Two workers of one process, left and right, that exchange messages over UCX's shared memory or its
 * sockets. What a message carries tells how long it must be and what must be in it.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "ob1j_ucx.h"

enum { EVENT_BYTES = OB1J_UCX_MIN_EVENT_BYTES, TEXT_BYTES = 512, ADDRESS_BYTES = 4096 };
enum { LIMIT_SECONDS = 20, LONG_BYTES = 3 << 20 };

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

extern struct side left;
extern struct side right;

/* A message says in its header how its payload was filled, and how long it is. */
struct header {
  int64_t seed;
  int64_t length;
};

unsigned char content(size_t index, int seed);
/* Memory of that content, which the caller frees. */
unsigned char *filled(size_t length, int seed);
int64_t number(const void *address);

int is_short(const struct event *event);
void progress(struct side *side);
double seconds(void);

#define AWAIT(condition)                          \
  do {                                            \
    double limit = seconds() + LIMIT_SECONDS;     \
    while (!(condition)) {                        \
      progress(&left);                            \
      progress(&right);                           \
      CHECK(seconds() < limit);                   \
    }                                             \
  } while (0)

/* Loads libucp; where there is none, the test is skipped. */
void require_ucx(void);
/* Transports as UCX_TLS has them, and behind an @ their devices. */
void open_pair(const char *transports);
void close_side(struct side *side);
void close_pair(void);

/* As ob1j closes: endpoints that tell failures; of others what was sent leaves, and the worker goes. */
void disconnect(struct side *side, const char *transports);

/* Sends one message and waits until its memory is free. */
void send_from(struct side *side, size_t length, int seed);

/* Sends header and payload as one piece. */
void send_short_from(struct side *side, size_t length, int seed, int32_t flags);

#endif
