/*
 * The loops of osu.Latency, osu.Bandwidth, osu.BiBandwidth, osu.MessageRate and osu.TokenRing in C,
 * so that a C library of MPI is measured as the Java bindings are: the same iterations, chunks and
 * samples.
 *
 *   mpirun -n 2 reference latency|bandwidth|bibandwidth|rate [options]
 *   mpirun -n N reference ring [options]
 *     -m [MIN:]MAX  -i ITERATIONS  -x WARM-UP  -W WINDOW  --chunks N  --samples FILE
 */
#include <errno.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DATA_TAG = 1, ACKNOWLEDGE_TAG = 2, LARGE_BYTES = 8192 };

/* A whole page apart, as large arrays lie. */
enum { ALIGNMENT = 4096 };

struct options {
  long smallest_bytes;
  long largest_bytes;
  long iterations;
  long warm_up_iterations;
  long window;
  long chunks;
  const char *samples_file;
};

static int rank;
static int ranks;
static struct options options = {1, 4 << 20, 0, -1, 64, 10, NULL};
static char *sent;
static char *received;
static char acknowledgement;
static MPI_Request *requests;

static void latency(int bytes, long iterations) {
  for (long i = 0; i < iterations; i++) {
    if (rank == 0) {
      MPI_Send(sent, bytes, MPI_BYTE, 1, DATA_TAG, MPI_COMM_WORLD);
      MPI_Recv(received, bytes, MPI_BYTE, 1, DATA_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(received, bytes, MPI_BYTE, 0, DATA_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(sent, bytes, MPI_BYTE, 0, DATA_TAG, MPI_COMM_WORLD);
    }
  }
}

/* Rank 1 tells rank 0 that the window has arrived. */
static void acknowledge(void) {
  if (rank == 0) {
    MPI_Recv(&acknowledgement, 1, MPI_BYTE, 1, ACKNOWLEDGE_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Send(&acknowledgement, 1, MPI_BYTE, 0, ACKNOWLEDGE_TAG, MPI_COMM_WORLD);
  }
}

static void window_one_way(int bytes, long iterations) {
  long window = options.window;
  for (long i = 0; i < iterations; i++) {
    for (long j = 0; j < window; j++) {
      if (rank == 0) {
        MPI_Isend(sent, bytes, MPI_BYTE, 1, DATA_TAG, MPI_COMM_WORLD, &requests[j]);
      } else {
        MPI_Irecv(received, bytes, MPI_BYTE, 0, DATA_TAG, MPI_COMM_WORLD, &requests[j]);
      }
    }
    MPI_Waitall((int)window, requests, MPI_STATUSES_IGNORE);
    acknowledge();
  }
}

static void window_both_ways(int bytes, long iterations) {
  long window = options.window;
  int peer = 1 - rank;
  for (long i = 0; i < iterations; i++) {
    for (long j = 0; j < window; j++) {
      MPI_Irecv(received, bytes, MPI_BYTE, peer, DATA_TAG, MPI_COMM_WORLD, &requests[j]);
    }
    for (long j = 0; j < window; j++) {
      MPI_Isend(sent, bytes, MPI_BYTE, peer, DATA_TAG, MPI_COMM_WORLD, &requests[window + j]);
    }
    MPI_Waitall((int)(2 * window), requests, MPI_STATUSES_IGNORE);
    acknowledge();
  }
}

static void ring(int bytes, long iterations) {
  int next = (rank + 1) % ranks;
  int previous = (rank + ranks - 1) % ranks;
  for (long i = 0; i < iterations; i++) {
    if (rank == 0) {
      MPI_Send(sent, bytes, MPI_BYTE, next, DATA_TAG, MPI_COMM_WORLD);
      MPI_Recv(received, bytes, MPI_BYTE, previous, DATA_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(received, bytes, MPI_BYTE, previous, DATA_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(received, bytes, MPI_BYTE, next, DATA_TAG, MPI_COMM_WORLD);
    }
  }
}

static double latency_us(double seconds, int bytes, long iterations) {
  (void)bytes;
  return seconds * 1e6 / (2.0 * (double)iterations);
}

static double megabytes_per_second(double seconds, int bytes, long iterations) {
  return (double)bytes * (double)options.window * (double)iterations / seconds / 1e6;
}

static double both_megabytes_per_second(double seconds, int bytes, long iterations) {
  return 2 * megabytes_per_second(seconds, bytes, iterations);
}

static double messages_per_second(double seconds, int bytes, long iterations) {
  (void)bytes;
  return (double)options.window * (double)iterations / seconds;
}

static double hop_us(double seconds, int bytes, long iterations) {
  (void)bytes;
  return seconds * 1e6 / ((double)iterations * ranks);
}

struct benchmark {
  const char *name;
  const char *heading;
  int windowed;
  void (*iterate)(int bytes, long iterations);
  double (*figure)(double seconds, int bytes, long iterations);
};

static const struct benchmark benchmarks[] = {
    {"latency", "Latency (us)", 0, latency, latency_us},
    {"bandwidth", "Bandwidth (MB/s)", 1, window_one_way, megabytes_per_second},
    {"bibandwidth", "Bandwidth (MB/s)", 1, window_both_ways, both_megabytes_per_second},
    {"rate", "Messages/s", 1, window_one_way, messages_per_second},
    {"ring", "Hop (us)", 0, ring, hop_us},
};

static void fail(const char *what, const char *value) {
  if (rank == 0) {
    fprintf(stderr, "reference: %s: %s\n", what, value);
  }
  MPI_Finalize();
  exit(2);
}

static void *allocate(size_t bytes) {
  void *memory = NULL;
  if (posix_memalign(&memory, ALIGNMENT, bytes + 1) != 0) {
    fprintf(stderr, "reference: no memory for %zu bytes\n", bytes);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  memset(memory, 1, bytes + 1);
  return memory;
}

static long number(const char *name, const char *text, long least) {
  char *end = NULL;
  errno = 0;
  long value = strtol(text, &end, 10);
  if (errno != 0 || end == text || *end != '\0' || value < least || value > 1L << 30) {
    fail(name, text);
  }
  return value;
}

static void read_sizes(const char *name, char *text) {
  char *colon = strchr(text, ':');
  if (colon != NULL) {
    *colon = '\0';
    options.smallest_bytes = number(name, text, 0);
    text = colon + 1;
  }
  options.largest_bytes = number(name, text, 0);
}

static void read_options(int argc, char **argv) {
  for (int i = 2; i < argc; i += 2) {
    const char *name = argv[i];
    if (i + 1 == argc) {
      fail("option needs a value", name);
    }
    char *value = argv[i + 1];
    if (strcmp(name, "-m") == 0) {
      read_sizes(name, value);
    } else if (strcmp(name, "-i") == 0) {
      options.iterations = number(name, value, 1);
    } else if (strcmp(name, "-x") == 0) {
      options.warm_up_iterations = number(name, value, 0);
    } else if (strcmp(name, "-W") == 0) {
      options.window = number(name, value, 1);
    } else if (strcmp(name, "--chunks") == 0) {
      options.chunks = number(name, value, 1);
    } else if (strcmp(name, "--samples") == 0) {
      options.samples_file = value;
    } else {
      fail("unknown option", name);
    }
  }
}

static long iterations_for(int bytes, int windowed) {
  if (options.iterations > 0) {
    return options.iterations;
  }
  if (bytes <= LARGE_BYTES) {
    return 1000;
  }
  return windowed ? 10 : 100;
}

static int ascending(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return (difference > 0) - (difference < 0);
}

static double median(double *values, long count) {
  qsort(values, (size_t)count, sizeof *values, ascending);
  long middle = count / 2;
  return count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

static void measure(const struct benchmark *benchmark, int bytes, double *figures) {
  long iterations = iterations_for(bytes, benchmark->windowed);
  long warm_up = options.warm_up_iterations;
  benchmark->iterate(bytes, warm_up >= 0 ? warm_up : 10 * iterations);
  for (long chunk = 0; chunk < options.chunks; chunk++) {
    double start = MPI_Wtime();
    benchmark->iterate(bytes, iterations);
    figures[chunk] = benchmark->figure(MPI_Wtime() - start, bytes, iterations);
  }
}

static void run(const struct benchmark *benchmark, FILE *samples) {
  double *figures = allocate((size_t)options.chunks * sizeof *figures);
  if (rank == 0) {
    printf("# %s: C\n%-10s %20s\n", benchmark->name, "# Size", benchmark->heading);
  }
  for (long bytes = options.smallest_bytes; bytes <= options.largest_bytes;
       bytes = bytes == 0 ? 1 : bytes * 2) {
    measure(benchmark, (int)bytes, figures);
    if (samples != NULL) {
      for (long chunk = 0; chunk < options.chunks; chunk++) {
        fprintf(samples, "%ld,%ld,%.9g\n", bytes, chunk, figures[chunk]);
      }
    }
    if (rank == 0) {
      printf("%-10ld %20.3f\n", bytes, median(figures, options.chunks));
      fflush(stdout);
    }
  }
  free(figures);
}

static FILE *open_samples(void) {
  if (rank != 0 || options.samples_file == NULL) {
    return NULL;
  }
  FILE *samples = fopen(options.samples_file, "w");
  if (samples == NULL) {
    fprintf(stderr, "reference: %s: %s\n", options.samples_file, strerror(errno));
    MPI_Abort(MPI_COMM_WORLD, 1);
    return NULL;
  }
  fprintf(samples, "bytes,chunk,value\n");
  return samples;
}

static const struct benchmark *find(const char *name) {
  for (size_t i = 0; i < sizeof benchmarks / sizeof benchmarks[0]; i++) {
    if (strcmp(benchmarks[i].name, name) == 0) {
      return &benchmarks[i];
    }
  }
  fail("no such benchmark", name);
  return NULL;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const struct benchmark *benchmark = find(argc > 1 ? argv[1] : "");
  read_options(argc, argv);
  if (ranks < 2 || (ranks > 2 && benchmark->iterate != ring)) {
    fail("needs exactly 2 ranks, ring at least 2", benchmark->name);
  }
  sent = allocate((size_t)options.largest_bytes);
  received = allocate((size_t)options.largest_bytes);
  requests = allocate(2 * (size_t)options.window * sizeof(MPI_Request));
  FILE *samples = open_samples();
  run(benchmark, samples);
  if (samples != NULL && fclose(samples) != 0) {
    perror(options.samples_file);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  free(requests);
  free(received);
  free(sent);
  MPI_Finalize();
  return 0;
}
