/* What watches the event sets of UCX's sockets. */
#ifndef OB1J_UCX_WATCHES_H
#define OB1J_UCX_WATCHES_H

#include <sys/epoll.h>

enum { OB1J_MAX_EVENT_SETS = 256, OB1J_MAX_WATCHES = 8 };

/* The descriptors of event sets; a count above the maximum if there are more. */
struct ob1j_event_sets {
  int count;
  int descriptors[OB1J_MAX_EVENT_SETS];
};

/* One event set that watches another. */
struct ob1j_watch {
  int watcher;
  int set;
  int ended;
  struct epoll_event event;
};

struct ob1j_watches {
  int count;
  struct ob1j_watch watches[OB1J_MAX_WATCHES];
};

/* All event sets of the process. */
void ob1j_event_sets_list(struct ob1j_event_sets *sets);

/*
 * Finds what watches the event sets that UCX has made since others were listed, to wake a thread of
 * its own. Nothing if there are too many.
 */
void ob1j_watches_find(struct ob1j_watches *watches, const struct ob1j_event_sets *before);

/* Ends them. */
void ob1j_watches_end(struct ob1j_watches *watches);

/* Has them begin again, as UCX expects; -1 if the kernel refuses. */
int ob1j_watches_begin(struct ob1j_watches *watches);

#endif
