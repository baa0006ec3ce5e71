/*
 * Where UCX has sockets of one device alone nothing watches its event sets, but while a process
 * sleeps.
 */
#include <poll.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ucx_pair.h"
#include "ucx_watches.h"

static const char sockets_alone[] = "tcp,self@lo";

/* How many event sets watch another one. */
static int count_watches(void) {
  struct ob1j_event_sets sets;
  int count = 0;
  ob1j_event_sets_list(&sets);
  CHECK(sets.count <= OB1J_MAX_EVENT_SETS);
  for (int i = 0; i < sets.count; i++) {
    char path[64];
    char line[256];
    snprintf(path, sizeof path, "/proc/self/fdinfo/%d", sets.descriptors[i]);
    FILE *info = fopen(path, "r");
    CHECK(info != NULL);
    while (fgets(line, sizeof line, info) != NULL) {
      int target;
      for (int j = 0; sscanf(line, "tfd: %d", &target) == 1 && j < sets.count; j++) {
        count += sets.descriptors[j] == target;
      }
    }
    fclose(info);
  }
  return count;
}

static void exchange(int seed) {
  int before_left = left.messages;
  int before_right = right.messages;
  send_from(&left, 100, seed, 0);
  send_from(&right, 5000, seed, 0);
  AWAIT(left.messages > before_left && right.messages > before_right);
}

static void should_end_watches_and_begin_them_again(void) {
  open_pair(sockets_alone);
  CHECK(count_watches() == 4);
  exchange(1);
  CHECK(count_watches() == 0);
  exchange(2);
  close_pair();
  CHECK(count_watches() == 0);
}

static void should_be_watched_while_it_sleeps(void) {
  int bell[2];
  struct stat pipe_of_bell;
  CHECK(pipe(bell) == 0 && fstat(bell[0], &pipe_of_bell) == 0);
  open_pair(sockets_alone);
  exchange(1);
  for (int round = 0; round < 20; round++) {
    double limit = seconds() + LIMIT_SECONDS;
    while (ob1j_ucx_arm(right.worker, bell[1], (int64_t)pipe_of_bell.st_ino) != 0) {
      progress(&right);
      CHECK(seconds() < limit);
    }
    CHECK(count_watches() == 2);
    int before = right.messages;
    send_from(&left, 100, round, OB1J_UCX_EAGER);
    struct pollfd rung = {bell[0], POLLIN, 0};
    CHECK(poll(&rung, 1, LIMIT_SECONDS * 1000) == 1);
    char byte;
    CHECK(read(bell[0], &byte, 1) == 1);
    AWAIT(right.messages > before);
    CHECK(count_watches() == 0);
  }
  close_pair();
  close(bell[0]);
  close(bell[1]);
}

static void should_close_while_it_sleeps(void) {
  open_pair(sockets_alone);
  exchange(1);
  double limit = seconds() + LIMIT_SECONDS;
  while (ob1j_ucx_arm(right.worker, -1, 0) != 0) {
    progress(&right);
    CHECK(seconds() < limit);
  }
  close_pair();
}

/* UCX closes what is left of a connection by itself, and asks its thread to watch where it may. */
static void should_outlive_its_only_peer(void) {
  open_pair(sockets_alone);
  exchange(1);
  close_side(&right);
  struct header header = {1, 0};
  double limit = seconds() + LIMIT_SECONDS;
  while (left.broken == 0) {
    int32_t status =
        ob1j_ucx_send(left.endpoint, number(&header), sizeof header, 0, 0, OB1J_UCX_EAGER, 1);
    CHECK(status >= 0 || left.broken == 0);
    progress(&left);
    CHECK(seconds() < limit);
    if (status < 0) {
      break;
    }
  }
  for (int i = 0; i < 1000; i++) {
    progress(&left);
  }
  CHECK(count_watches() == 0);
  close_side(&left);
}

static void should_leave_the_event_sets_of_others_alone(void) {
  int inner = epoll_create1(EPOLL_CLOEXEC);
  int outer = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = inner};
  CHECK(epoll_ctl(outer, EPOLL_CTL_ADD, inner, &event) == 0);
  open_pair(sockets_alone);
  exchange(1);
  CHECK(count_watches() == 1);
  close_pair();
  close(inner);
  close(outer);
}

static void should_find_only_what_ucx_would_watch(void) {
  struct ob1j_event_sets before;
  struct ob1j_watches watches;
  ob1j_event_sets_list(&before);
  int outer = epoll_create1(EPOLL_CLOEXEC);
  int asked = epoll_create1(EPOLL_CLOEXEC);
  int silent = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = asked};
  CHECK(epoll_ctl(outer, EPOLL_CTL_ADD, asked, &event) == 0);
  ob1j_watches_find(&watches, &before);
  CHECK(watches.count == 0);
  event.events = 0;
  event.data.u64 = (uint64_t)silent;
  CHECK(epoll_ctl(outer, EPOLL_CTL_ADD, silent, &event) == 0);
  ob1j_watches_find(&watches, &before);
  CHECK(watches.count == 1 && watches.watches[0].watcher == outer);
  CHECK(watches.watches[0].set == silent && watches.watches[0].event.events == 0);
  ob1j_event_sets_list(&before);
  ob1j_watches_find(&watches, &before);
  CHECK(watches.count == 0);
  close(outer);
  close(asked);
  close(silent);
}

static void should_leave_ucx_as_its_variable_says(void) {
  setenv("UCX_ADAPTIVE_PROGRESS", "y", 1);
  open_pair(sockets_alone);
  exchange(1);
  CHECK(count_watches() > 0);
  close_pair();
  unsetenv("UCX_ADAPTIVE_PROGRESS");
}

static void should_be_watched_where_there_is_more_than_sockets(void) {
  open_pair("posix,tcp,self@lo");
  exchange(1);
  CHECK(count_watches() > 0);
  close_pair();
}

/* What UCX would say of a watch that it misses. */
static void should_have_no_complaint(const char *path) {
  struct stat log;
  CHECK(stat(path, &log) != 0 || log.st_size == 0);
  unlink(path);
}

int main(void) {
  char path[64];
  snprintf(path, sizeof path, "/tmp/ob1j-ucx-watches-%d.log", (int)getpid());
  setenv("UCX_LOG_FILE", path, 1);
  require_ucx();
  should_find_only_what_ucx_would_watch();
  should_be_watched_where_there_is_more_than_sockets();
  should_leave_ucx_as_its_variable_says();
  if (ob1j_ucx_version() / 1000 == 1013) {
    should_end_watches_and_begin_them_again();
    should_be_watched_while_it_sleeps();
    should_close_while_it_sleeps();
    should_leave_the_event_sets_of_others_alone();
    should_have_no_complaint(path);
    should_outlive_its_only_peer();
  }
  return 0;
}
