#include <emmintrin.h>
#include <string.h>

#include "ob1j_native.h"

enum { LINE_BYTES = 64 };

void ob1j_stream(int64_t target, int64_t source, int32_t length_bytes) {
  char *to = (char *)(intptr_t)target;
  const char *from = (const char *)(intptr_t)source;
  int32_t left = length_bytes;
  for (; left >= LINE_BYTES; left -= LINE_BYTES) {
    const __m128i *words = (const __m128i *)(const void *)from;
    __m128i *line = (__m128i *)(void *)to;
    __m128i first = _mm_loadu_si128(words);
    __m128i second = _mm_loadu_si128(words + 1);
    __m128i third = _mm_loadu_si128(words + 2);
    __m128i fourth = _mm_loadu_si128(words + 3);
    _mm_stream_si128(line, first);
    _mm_stream_si128(line + 1, second);
    _mm_stream_si128(line + 2, third);
    _mm_stream_si128(line + 3, fourth);
    from += LINE_BYTES;
    to += LINE_BYTES;
  }
  memcpy(to, from, (size_t)left);
  /* Else what is stored after it may be seen before it. */
  _mm_sfence();
}
