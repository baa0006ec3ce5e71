/*
 * Ends the watching of UCX's event sets where nobody needs it.
 *
 * UCX asks an event set of the kernel's which of its sockets have something. That set is watched in
 * its turn by the set of a thread of UCX's, which is to notice what comes while nobody asks, and by
 * the set of the worker, which wakes a process that sleeps.
 *
 *   socket --> set that UCX asks --> set of UCX's thread    of use only before UCX asks
 *                                --> set of the worker      of use only to who sleeps
 *
 * So with each message the kernel would tell all of them, in the time of the sender and by cache
 * lines of both cores. Where UCX asks from the beginning and for good, nobody misses it.
 */
#include "ucx_watches.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The kernel tells these whether it is asked for them or not. */
static const uint32_t ALWAYS_TOLD = EPOLLERR | EPOLLHUP;

static int is_event_set(const char *descriptor) {
  static const char target[] = "anon_inode:[eventpoll]";
  char path[64];
  char found[sizeof target];
  snprintf(path, sizeof path, "/proc/self/fd/%.16s", descriptor);
  ssize_t length = readlink(path, found, sizeof found);
  return length == (ssize_t)sizeof target - 1 && memcmp(found, target, sizeof target - 1) == 0;
}

void ob1j_event_sets_list(struct ob1j_event_sets *sets) {
  sets->count = 0;
  DIR *folder = opendir("/proc/self/fd");
  if (folder == NULL) {
    sets->count = OB1J_MAX_EVENT_SETS + 1;
    return;
  }
  for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
    if (!is_event_set(entry->d_name)) {
      continue;
    }
    if (sets->count < OB1J_MAX_EVENT_SETS) {
      sets->descriptors[sets->count] = atoi(entry->d_name);
    }
    sets->count++;
  }
  closedir(folder);
}

static int contains(const struct ob1j_event_sets *sets, int descriptor) {
  for (int i = 0; i < sets->count; i++) {
    if (sets->descriptors[i] == descriptor) {
      return 1;
    }
  }
  return 0;
}

/* One line of what the kernel tells of an event set; 0 if it is of something else. */
static int parse(const char *line, struct ob1j_watch *watch) {
  unsigned long long data;
  if (sscanf(line, "tfd: %d events: %x data: %llx", &watch->set, &watch->event.events, &data) != 3) {
    return 0;
  }
  watch->event.events &= ~ALWAYS_TOLD;
  watch->event.data.u64 = data;
  watch->ended = 0;
  return 1;
}

/* Adds the watches of one set over others that are new; 0 if there is no room for them. */
static int add(struct ob1j_watches *watches, int watcher, const struct ob1j_event_sets *before,
               const struct ob1j_event_sets *now) {
  char path[64];
  char line[256];
  struct ob1j_watch watch = {.watcher = watcher};
  snprintf(path, sizeof path, "/proc/self/fdinfo/%d", watcher);
  FILE *info = fopen(path, "re");
  if (info == NULL) {
    return 0;
  }
  int fits = 1;
  while (fits && fgets(line, sizeof line, info) != NULL) {
    if (parse(line, &watch) && contains(now, watch.set) && !contains(before, watch.set)) {
      fits = watches->count < OB1J_MAX_WATCHES;
      if (fits) {
        watches->watches[watches->count++] = watch;
      }
    }
  }
  fclose(info);
  return fits;
}

/* Whether UCX's thread watches a set, without asking for anything yet. Nobody else would. */
static int is_of_ucx(const struct ob1j_watches *watches, int set) {
  for (int i = 0; i < watches->count; i++) {
    const struct ob1j_watch *watch = &watches->watches[i];
    if (watch->set == set && watch->event.events == 0 && watch->event.data.u64 == (uint64_t)set) {
      return 1;
    }
  }
  return 0;
}

void ob1j_watches_find(struct ob1j_watches *watches, const struct ob1j_event_sets *before) {
  struct ob1j_event_sets now;
  struct ob1j_watches found = {.count = 0};
  ob1j_event_sets_list(&now);
  watches->count = 0;
  if (before->count > OB1J_MAX_EVENT_SETS || now.count > OB1J_MAX_EVENT_SETS) {
    return;
  }
  for (int i = 0; i < now.count; i++) {
    if (!add(&found, now.descriptors[i], before, &now)) {
      return;
    }
  }
  for (int i = 0; i < found.count; i++) {
    if (is_of_ucx(&found, found.watches[i].set)) {
      watches->watches[watches->count++] = found.watches[i];
    }
  }
}

void ob1j_watches_end(struct ob1j_watches *watches) {
  for (int i = 0; i < watches->count; i++) {
    struct ob1j_watch *watch = &watches->watches[i];
    if (!watch->ended) {
      watch->ended = epoll_ctl(watch->watcher, EPOLL_CTL_DEL, watch->set, NULL) == 0;
    }
  }
}

int ob1j_watches_begin(struct ob1j_watches *watches) {
  for (int i = 0; i < watches->count; i++) {
    struct ob1j_watch *watch = &watches->watches[i];
    if (watch->ended && epoll_ctl(watch->watcher, EPOLL_CTL_ADD, watch->set, &watch->event) != 0) {
      return -1;
    }
    watch->ended = 0;
  }
  return 0;
}
