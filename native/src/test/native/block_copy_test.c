/* Tests of block_copy.c, with its sources compiled in and the address sanitizer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ob1j_os.h"

enum { BLOCKS = 37, GAP = 5, MAX_BLOCK = 300 };

static void fail(const char *what, int block_bytes) {
  fprintf(stderr, "%s, blocks of %d bytes\n", what, block_bytes);
  exit(1);
}

/* In an order that is not that of memory, with bytes between the blocks. */
static void list(int64_t *places, int block_bytes, int step) {
  for (int i = 0; i < BLOCKS; i++) {
    places[i] = (int64_t)(i * step % BLOCKS) * (block_bytes + GAP);
  }
}

static unsigned char *source;
static unsigned char *target;
static unsigned char *expected;

static void begin(size_t length) {
  source = malloc(length);
  target = malloc(length);
  expected = malloc(length);
  for (size_t i = 0; i < length; i++) {
    source[i] = (unsigned char)(i * 7 + i / 251);
    target[i] = expected[i] = (unsigned char)(i * 3 + 1);
  }
}

static void end(size_t length, int block_bytes) {
  if (memcmp(target, expected, length) != 0) {
    fail("other bytes than the blocks, or not all of them", block_bytes);
  }
  free(source);
  free(target);
  free(expected);
}

static void check_listed(int block_bytes, const int64_t *target_places,
                         const int64_t *source_places) {
  size_t length = (size_t)BLOCKS * (size_t)(block_bytes + GAP);
  begin(length);
  for (int i = 0; i < BLOCKS; i++) {
    memcpy(expected + target_places[i], source + source_places[i], (size_t)block_bytes);
  }
  ob1j_copy_blocks((int64_t)(intptr_t)target, (int64_t)(intptr_t)target_places, 0,
                   (int64_t)(intptr_t)source, (int64_t)(intptr_t)source_places, 0, BLOCKS,
                   block_bytes);
  end(length, block_bytes);
}

/* One side is listed, the blocks of the other stand one behind the other. */
static void check_one_listed(int block_bytes, const int64_t *places, int target_is_listed) {
  size_t length = (size_t)BLOCKS * (size_t)(block_bytes + GAP);
  begin(length);
  for (int i = 0; i < BLOCKS; i++) {
    int64_t behind = (int64_t)i * block_bytes;
    memcpy(expected + (target_is_listed ? places[i] : behind),
           source + (target_is_listed ? behind : places[i]), (size_t)block_bytes);
  }
  int64_t listed = (int64_t)(intptr_t)places;
  ob1j_copy_blocks((int64_t)(intptr_t)target, target_is_listed ? listed : 0, block_bytes,
                   (int64_t)(intptr_t)source, target_is_listed ? 0 : listed, block_bytes, BLOCKS,
                   block_bytes);
  end(length, block_bytes);
}

/* From the first block on, or with a negative step from the last. */
static void check_steps(int block_bytes, int target_step, int source_step) {
  size_t length = (size_t)BLOCKS * (size_t)(block_bytes + GAP);
  begin(length);
  int to = target_step < 0 ? -target_step * (BLOCKS - 1) : 0;
  int from = source_step < 0 ? -source_step * (BLOCKS - 1) : 0;
  for (int i = 0; i < BLOCKS; i++) {
    memcpy(expected + to + i * target_step, source + from + i * source_step, (size_t)block_bytes);
  }
  ob1j_copy_blocks((int64_t)(intptr_t)(target + to), 0, target_step,
                   (int64_t)(intptr_t)(source + from), 0, source_step, BLOCKS, block_bytes);
  end(length, block_bytes);
}

int main(void) {
  int64_t ascending[BLOCKS];
  int64_t mixed[BLOCKS];
  for (int block_bytes = 1; block_bytes <= MAX_BLOCK; block_bytes++) {
    list(ascending, block_bytes, 1);
    list(mixed, block_bytes, 11);
    check_listed(block_bytes, ascending, mixed);
    check_listed(block_bytes, mixed, ascending);
    check_one_listed(block_bytes, mixed, 0);
    check_one_listed(block_bytes, mixed, 1);
    check_steps(block_bytes, block_bytes, block_bytes + GAP);
    check_steps(block_bytes, block_bytes + GAP, block_bytes);
    check_steps(block_bytes, -(block_bytes + GAP), block_bytes + 1);
    check_steps(block_bytes, block_bytes, -block_bytes);
  }
  return 0;
}
