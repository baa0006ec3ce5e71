#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ob1j_native.h"

int32_t ob1j_huge_pages(int64_t address, int64_t length_bytes, int64_t huge_page_bytes) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t huge = (uintptr_t)huge_page_bytes;
  uintptr_t end = (uintptr_t)address + (uintptr_t)length_bytes;
  uintptr_t first = ((uintptr_t)address + page - 1) / page * page;
  uintptr_t first_huge = ((uintptr_t)address + huge - 1) / huge * huge;
  uintptr_t last = end / page * page;
  uintptr_t last_huge = end / huge * huge;
  if (first_huge >= last_huge) {
    return EINVAL;
  }
  if (madvise((void *)first_huge, last_huge - first_huge, MADV_HUGEPAGE) != 0) {
    return errno;
  }
  /* What was there in small pages stays there: only what is touched for the first time is huge. */
  return madvise((void *)first, last - first, MADV_DONTNEED) == 0 ? 0 : errno;
}
