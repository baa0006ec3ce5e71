#include <string.h>

#include "ob1j_os.h"

/* Where the length is a constant the compiler copies without a call. */
#define COPY_BY_LENGTH(LOOP) \
  switch (block_bytes) {     \
    case 4:                  \
      LOOP(4);               \
      break;                 \
    case 8:                  \
      LOOP(8);               \
      break;                 \
    case 16:                 \
      LOOP(16);              \
      break;                 \
    case 24:                 \
      LOOP(24);              \
      break;                 \
    case 32:                 \
      LOOP(32);              \
      break;                 \
    case 64:                 \
      LOOP(64);              \
      break;                 \
    case 128:                \
      LOOP(128);             \
      break;                 \
    default:                 \
      LOOP(block_bytes);     \
  }

void ob1j_copy_blocks(int64_t target, int64_t target_places, int64_t target_step, int64_t source,
                      int64_t source_places, int64_t source_step, int32_t blocks,
                      int32_t block_bytes) {
  char *to = (char *)(intptr_t)target;
  const int64_t *to_places = (const int64_t *)(intptr_t)target_places;
  const char *from = (const char *)(intptr_t)source;
  const int64_t *from_places = (const int64_t *)(intptr_t)source_places;
#define LOOP_OVER(TO, FROM, BYTES)     \
  for (int32_t i = 0; i < blocks; i++) \
  memcpy(to + (TO), from + (FROM), (size_t)(BYTES))
#define BOTH_LISTED(BYTES) LOOP_OVER(to_places[i], from_places[i], BYTES)
#define TARGET_LISTED(BYTES) LOOP_OVER(to_places[i], i *source_step, BYTES)
#define SOURCE_LISTED(BYTES) LOOP_OVER(i *target_step, from_places[i], BYTES)
#define NONE_LISTED(BYTES) LOOP_OVER(i *target_step, i *source_step, BYTES)
  if (to_places != NULL && from_places != NULL) {
    COPY_BY_LENGTH(BOTH_LISTED)
  } else if (to_places != NULL) {
    COPY_BY_LENGTH(TARGET_LISTED)
  } else if (from_places != NULL) {
    COPY_BY_LENGTH(SOURCE_LISTED)
  } else {
    COPY_BY_LENGTH(NONE_LISTED)
  }
}
