/* Memory with huge pages reads as zeros, keeps what is written to it, and leaves its neighbours alone. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "check.h"
#include "ob1j_native.h"

enum { HUGE_BYTES = 2 << 20, LENGTH = 4 * HUGE_BYTES, EDGE = 100, SEED = 77 };

static int all(const unsigned char *memory, size_t length, unsigned char value) {
  for (size_t i = 0; i < length; i++) {
    if (memory[i] != value) {
      return 0;
    }
  }
  return 1;
}

static void should_keep_what_is_beside(unsigned char *memory) {
  memset(memory, SEED, LENGTH);
  memset(memory + EDGE, 0, LENGTH - 2 * EDGE);
  int32_t error =
      ob1j_huge_pages((int64_t)(intptr_t)(memory + EDGE), LENGTH - 2 * EDGE, HUGE_BYTES);
  /* Where the kernel knows of no huge pages. */
  CHECK(error == 0 || error == EINVAL);
  CHECK(all(memory, EDGE, SEED));
  CHECK(all(memory + LENGTH - EDGE, EDGE, SEED));
  CHECK(all(memory + EDGE, LENGTH - 2 * EDGE, 0));
  memset(memory + EDGE, SEED, LENGTH - 2 * EDGE);
  CHECK(all(memory, LENGTH, SEED));
}

static void should_refuse_what_has_no_whole_huge_page(unsigned char *memory) {
  int32_t error = ob1j_huge_pages((int64_t)(intptr_t)(memory + 1), HUGE_BYTES - 1, HUGE_BYTES);
  CHECK(error == EINVAL);
  CHECK(all(memory, LENGTH, SEED));
}

int main(void) {
  unsigned char *memory =
      mmap(NULL, LENGTH, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(memory != MAP_FAILED);
  should_keep_what_is_beside(memory);
  should_refuse_what_has_no_whole_huge_page(memory);
  munmap(memory, LENGTH);
  return 0;
}
