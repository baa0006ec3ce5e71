/* Copies past the caches: all bytes of a length, and none beside them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ob1j_native.h"

enum { MAX_LENGTH = 1000, LINE_BYTES = 64, GUARD = 77 };

static void check(int length, int shift) {
  unsigned char *source = malloc((size_t)(length + shift));
  size_t room = (size_t)(length / LINE_BYTES + 2) * LINE_BYTES;
  unsigned char *target = aligned_alloc(LINE_BYTES, room);
  memset(target, GUARD, room);
  for (int i = 0; i < length + shift; i++) {
    source[i] = (unsigned char)(i * 7 + length);
  }
  ob1j_stream((int64_t)(intptr_t)target, (int64_t)(intptr_t)(source + shift), length);
  int good = memcmp(target, source + shift, (size_t)length) == 0;
  for (size_t i = (size_t)length; i < room; i++) {
    good = good && target[i] == GUARD;
  }
  if (!good) {
    fprintf(stderr, "other bytes than the %d from %d on\n", length, shift);
    exit(1);
  }
  free(source);
  free(target);
}

int main(void) {
  for (int length = 0; length <= MAX_LENGTH; length++) {
    check(length, length % 17);
  }
  return 0;
}
