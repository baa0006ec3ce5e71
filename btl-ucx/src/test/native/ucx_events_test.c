/*
 * The memory for events, and the list of those that do not fit.
 */
#include "ucx_events.h"
#include "ucx_pair.h"

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

int main(void) {
  require_ucx();
  should_keep_events_in_order_whether_they_fit_or_not();
  return 0;
}
