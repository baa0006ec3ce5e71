// Runs a job and writes how long it took: seconds of the clock, of the processor in its launcher
// itself, and of the processor in all that the launcher has started and waited for.
//
//   jobtime FILE COMMAND [ARGUMENT]...
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile pid_t job;

// Whoever ends this means the job.
static void pass_on(int signal) {
  if (job > 0) {
    kill(job, signal);
  }
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

// Of a process that has ended and is still to be waited for.
static void read_times(pid_t pid, double *own, double *children) {
  char name[64], line[4096];
  snprintf(name, sizeof name, "/proc/%d/stat", (int) pid);
  FILE *file = fopen(name, "r");
  if (file == NULL || fgets(line, sizeof line, file) == NULL) {
    fail(name);
  }
  fclose(file);
  // The name of the program stands in brackets and may have blanks; fields 14 to 17 come behind it.
  unsigned long user, system;
  long children_user, children_system;
  char *after = strrchr(line, ')');
  if (after == NULL ||
      sscanf(after + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld", &user,
             &system, &children_user, &children_system) != 4) {
    fail(line);
  }
  double tick = 1.0 / (double) sysconf(_SC_CLK_TCK);
  *own = (double) (user + system) * tick;
  *children = (double) (children_user + children_system) * tick;
}

int main(int count, char **words) {
  if (count < 3) {
    fprintf(stderr, "usage: jobtime FILE COMMAND [ARGUMENT]...\n");
    return 2;
  }
  double start = now();
  signal(SIGTERM, pass_on);
  signal(SIGINT, pass_on);
  pid_t pid = fork();
  if (pid < 0) {
    fail("fork");
  }
  if (pid == 0) {
    signal(SIGTERM, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    execvp(words[2], words + 2);
    fail(words[2]);
  }
  job = pid;
  siginfo_t ended;
  while (waitid(P_PID, (id_t) pid, &ended, WEXITED | WNOWAIT) != 0) {
    if (errno != EINTR) {
      fail("waitid");
    }
  }
  double wall = now() - start, own, children;
  read_times(pid, &own, &children);
  int status;
  if (waitpid(pid, &status, 0) != pid) {
    fail("waitpid");
  }
  FILE *file = fopen(words[1], "w");
  if (file == NULL || fprintf(file, "%.4f,%.2f,%.2f\n", wall, own, children) < 0 ||
      fclose(file) != 0) {
    fail(words[1]);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
