#include "ucx_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ob1j_ucx.h"

#define DEFAULT_LIBRARY "libucp.so.0"

enum { REASON_BYTES = 256 };

struct ob1j_ucp ob1j_ucp;

static pthread_mutex_t load_lock = PTHREAD_MUTEX_INITIALIZER;
static enum { UNTRIED, LOADED, REFUSED } load_outcome = UNTRIED;
static char load_reason[REASON_BYTES];

int ob1j_ucx_check_version(unsigned major, unsigned minor, unsigned release, char *reason,
                           size_t capacity_bytes) {
  if (major == OB1J_UCX_MAJOR && minor >= OB1J_UCX_MINOR) {
    return 0;
  }
  snprintf(reason, capacity_bytes, "UCX is %u.%u.%u; it must be %d.%d or a later %d", major, minor,
           release, OB1J_UCX_MAJOR, OB1J_UCX_MINOR, OB1J_UCX_MAJOR);
  return 1;
}

int32_t ob1j_interface_version(void) {
  return OB1J_INTERFACE_VERSION;
}

int64_t ob1j_address_of(signed char *memory) {
  return (int64_t)(intptr_t)memory;
}

/* Looks a function up; the detour by memcpy is what ISO C leaves of converting such pointers. */
static int find(void *library, const char *name, void *function, size_t size) {
  void *symbol = dlsym(library, name);
  memcpy(function, &symbol, size);
  if (symbol == NULL) {
    snprintf(load_reason, sizeof load_reason, "libucp has no function %s", name);
  }
  return symbol != NULL;
}

static int find_all(void *library) {
#define OB1J_FIND(name) \
  if (!find(library, "ucp_" #name, &ob1j_ucp.name, sizeof ob1j_ucp.name)) { \
    return 0; \
  }
  /* The version first: it is why something else may be missing. */
  OB1J_FIND(get_version)
  ob1j_ucp.get_version(&ob1j_ucp.major, &ob1j_ucp.minor, &ob1j_ucp.release);
  if (ob1j_ucx_check_version(ob1j_ucp.major, ob1j_ucp.minor, ob1j_ucp.release, load_reason,
                             sizeof load_reason) != 0) {
    return 0;
  }
  OB1J_UCP_FUNCTIONS(OB1J_FIND)
#undef OB1J_FIND
  return find(library, "ucs_status_string", &ob1j_ucp.status_string,
              sizeof ob1j_ucp.status_string);
}

static void load(const char *name) {
  /* UCX takes SIGSEGV, which the JVM checks for null with; the first of those would end it. */
  setenv("UCX_ERROR_SIGNALS", "", 0);
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    snprintf(load_reason, sizeof load_reason, "%s", dlerror());
    load_outcome = REFUSED;
    return;
  }
  /* It stays: threads and exit handlers of it would run into nothing. */
  load_outcome = find_all(library) ? LOADED : REFUSED;
}

int32_t ob1j_ucx_load(signed char *library, signed char *reason, int32_t capacity_bytes) {
  const char *name = library == NULL || *library == 0 ? DEFAULT_LIBRARY : (const char *)library;
  pthread_mutex_lock(&load_lock);
  if (load_outcome == UNTRIED) {
    load(name);
  }
  if (load_outcome == REFUSED && capacity_bytes > 0) {
    snprintf((char *)reason, (size_t)capacity_bytes, "%s", load_reason);
  }
  int32_t outcome = load_outcome == LOADED ? 0 : 1;
  pthread_mutex_unlock(&load_lock);
  return outcome;
}

int32_t ob1j_ucx_version(void) {
  return (int32_t)(ob1j_ucp.major * 1000000 + ob1j_ucp.minor * 1000 + ob1j_ucp.release);
}

void ob1j_ucx_status_text(int32_t status, signed char *text, int32_t capacity_bytes) {
  if (capacity_bytes > 0) {
    snprintf((char *)text, (size_t)capacity_bytes, "%s",
             ob1j_ucp.status_string((ucs_status_t)status));
  }
}
