#include "ucx_pair.h"

#include <time.h>

enum { SKIPPED = 77 };

struct side left;
struct side right;

unsigned char content(size_t index, int seed) {
  return (unsigned char)(index * 31 + index / 509 + (size_t)seed);
}

unsigned char *filled(size_t length, int seed) {
  unsigned char *memory = malloc(length + 1);
  CHECK(memory != NULL);
  for (size_t i = 0; i < length; i++) {
    memory[i] = content(i, seed);
  }
  return memory;
}

int64_t number(const void *address) {
  return (int64_t)(intptr_t)address;
}

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

int is_short(const struct event *event) {
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

void progress(struct side *side) {
  int32_t bytes = ob1j_ucx_progress(side->worker);
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

double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void require_ucx(void) {
  signed char reason[TEXT_BYTES];
  /* So that it is known which payloads wait at their sender. */
  setenv("UCX_RNDV_THRESH", "100000", 1);
  if (ob1j_ucx_load(NULL, reason, TEXT_BYTES) != 0) {
    fprintf(stderr, "skipped: %s\n", (char *)reason);
    exit(SKIPPED);
  }
  CHECK(ob1j_ucx_version() >= 1012000);
}

static void open_side(struct side *side, const char *transports) {
  signed char reason[TEXT_BYTES] = "";
  char names[TEXT_BYTES];
  snprintf(names, sizeof names, "%s", transports);
  char *devices = strchr(names, '@');
  if (devices != NULL) {
    *devices++ = 0;
  }
  memset(side, 0, sizeof *side);
  side->events = aligned_alloc(64, EVENT_BYTES);
  side->worker = ob1j_ucx_open((signed char *)names, (signed char *)devices, side->events,
                               EVENT_BYTES, reason, TEXT_BYTES);
  if (side->worker == 0) {
    fprintf(stderr, "cannot open: %s\n", (char *)reason);
  }
  CHECK(side->worker != 0);
  int32_t length = ob1j_ucx_address(side->worker, side->address, ADDRESS_BYTES);
  CHECK(length > 0 && length <= ADDRESS_BYTES);
}

void open_pair(const char *transports) {
  signed char reason[TEXT_BYTES] = "";
  int tells = strncmp(transports, "tcp", 3) == 0;
  open_side(&left, transports);
  open_side(&right, transports);
  left.endpoint = ob1j_ucx_connect(left.worker, right.address, tells, 7, reason, TEXT_BYTES);
  right.endpoint = ob1j_ucx_connect(right.worker, left.address, tells, 8, reason, TEXT_BYTES);
  CHECK(left.endpoint != 0 && right.endpoint != 0);
}

void close_side(struct side *side) {
  if (side->worker != 0) {
    ob1j_ucx_close(side->worker);
    side->worker = 0;
  }
  free(side->events);
}

void close_pair(void) {
  close_side(&left);
  close_side(&right);
}

static void await_end(struct side *side, int before, int32_t status) {
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

void disconnect(struct side *side, const char *transports) {
  int before = side->ended;
  int tells = strncmp(transports, "tcp", 3) == 0;
  await_end(side, before,
            tells ? ob1j_ucx_disconnect(side->endpoint, 99) : ob1j_ucx_flush(side->endpoint, 99));
}

void send_from(struct side *side, size_t length, int seed) {
  struct header header = {seed, (int64_t)length};
  unsigned char *payload = filled(length, seed);
  int before = side->ended;
  int32_t status = ob1j_ucx_send(side->endpoint, number(&header), sizeof header,
                                 length == 0 ? 0 : number(payload), (int64_t)length, 42);
  CHECK(status == 0 || status == OB1J_UCX_STARTED);
  if (status == OB1J_UCX_STARTED) {
    AWAIT(side->ended > before);
    CHECK(side->last_token == 42 && side->last_status == 0);
  }
  memset(payload, 0, length);
  free(payload);
}

void send_short_from(struct side *side, size_t length, int seed, int32_t flags) {
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

/* What UCX itself does not give back. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
  return "leak:ucs_malloc\nleak:ucs_calloc\nleak:libuct.so\n";
}
