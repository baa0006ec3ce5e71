#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "ob1j_os.h"

#define YAMA_SCOPE_FILE "/proc/sys/kernel/yama/ptrace_scope"

/* Values of ptrace_scope: Documentation/admin-guide/LSM/Yama.rst of Linux. */
enum { YAMA_CLASSIC = 0, YAMA_RESTRICTED = 1 };

typedef ssize_t (*move_function)(pid_t, const struct iovec *, unsigned long, const struct iovec *,
                                 unsigned long, unsigned long);

static int32_t move(move_function moved, int64_t process_id, int64_t address, int64_t here,
                    int64_t length_bytes) {
  if (process_id <= 0 || (pid_t)process_id != process_id || length_bytes < 0) {
    return EINVAL;
  }
  int64_t done = 0;
  while (done < length_bytes) {
    size_t missing = (size_t)(length_bytes - done);
    struct iovec local = {(void *)(intptr_t)(here + done), missing};
    struct iovec remote = {(void *)(intptr_t)(address + done), missing};
    ssize_t count = moved((pid_t)process_id, &local, 1, &remote, 1, 0);
    if (count < 0) {
      return errno;
    }
    if (count == 0) {
      /* Not known to happen; it must not become an endless loop. */
      return EIO;
    }
    done += count;
  }
  return 0;
}

int32_t ob1j_single_copy_read(int64_t process_id, int64_t address, int64_t target,
                              int64_t length_bytes) {
  return move(process_vm_readv, process_id, address, target, length_bytes);
}

int32_t ob1j_single_copy_write(int64_t process_id, int64_t address, int64_t source,
                               int64_t length_bytes) {
  return move(process_vm_writev, process_id, address, source, length_bytes);
}

static int64_t nanos_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

int64_t ob1j_single_copy_nanos(int32_t length_bytes) {
  enum { PAGE_BYTES = 4096, ATTEMPTS = 16 };
  size_t pages = length_bytes < 0 ? 0 : (size_t)length_bytes / PAGE_BYTES + 1;
  signed char *source = aligned_alloc(PAGE_BYTES, pages * PAGE_BYTES);
  signed char *target = aligned_alloc(PAGE_BYTES, pages * PAGE_BYTES);
  int64_t quickest = source == NULL || target == NULL ? -ENOMEM : INT64_MAX;
  for (int i = 0; i < ATTEMPTS && quickest > 0; i++) {
    /* Written to, as what is to be read; else all of it were one page of zeros. */
    memset(source, i, pages * PAGE_BYTES);
    int64_t start = nanos_now();
    int32_t error = ob1j_single_copy_read(getpid(), (int64_t)(intptr_t)source,
                                          (int64_t)(intptr_t)target, length_bytes);
    int64_t nanos = nanos_now() - start;
    if (error != 0) {
      quickest = -error;
    } else if (nanos < quickest) {
      quickest = nanos;
    }
  }
  free(source);
  free(target);
  return quickest;
}

static int refuse(char *reason, size_t capacity_bytes, const char *what, int error) {
  char known[128];
  snprintf(reason, capacity_bytes, "%s: %s", what, strerror_r(error, known, sizeof known));
  return 1;
}

int ob1j_check_yama(const char *scope_file, int peers_may_read, char *reason,
                    size_t capacity_bytes) {
  FILE *file = fopen(scope_file, "re");
  if (file == NULL) {
    /* Without Yama. If there is one that is hidden, the first read fails and others do without. */
    return 0;
  }
  int scope = -1;
  int found = fscanf(file, "%d", &scope);
  fclose(file);
  if (found == 1 && scope == YAMA_CLASSIC) {
    return 0;
  }
  if (found != 1 || scope != YAMA_RESTRICTED) {
    snprintf(reason, capacity_bytes, "%s is %d; it must be 0 or 1", scope_file, scope);
    return 1;
  }
  if (!peers_may_read) {
    snprintf(reason, capacity_bytes,
             "%s is 1, so only its parents may read a process; os_native_peers_may_read lets all of"
             " the user's",
             scope_file);
    return 1;
  }
  if (prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0) != 0) {
    return refuse(reason, capacity_bytes, "prctl(PR_SET_PTRACER)", errno);
  }
  return 0;
}

int ob1j_single_copy_probe(int peers_may_read, char *reason, size_t capacity_bytes) {
  /* A filter of system calls, as containers have, or an old kernel shows itself here already. */
  signed char source = 42;
  signed char target = 0;
  int32_t error = ob1j_single_copy_read(getpid(), (int64_t)(intptr_t)&source,
                                        (int64_t)(intptr_t)&target, 1);
  if (error != 0) {
    return refuse(reason, capacity_bytes, "process_vm_readv", error);
  }
  if (prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) != 1) {
    snprintf(reason, capacity_bytes, "this process is not dumpable, so others may not read it");
    return 1;
  }
  return ob1j_check_yama(YAMA_SCOPE_FILE, peers_may_read, reason, capacity_bytes);
}
