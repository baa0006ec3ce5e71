package org.ob1j.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test method that runs as the ranks of a job: on each rank once, between Init and Finalize.
 *
 * <pre>{@code
 * @MpiTest(ranks = 4)
 * void shouldAddUpAllRanks() throws MPIException {
 *   int[] sum = {MPI.COMM_WORLD.getRank()};
 *   MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
 *   assertEquals(6, sum[0]);
 * }
 * }</pre>
 *
 * <p>Each rank is a JVM of its own with the class path of the test JVM, started by mpirun. The test
 * passes if it does on every rank. When it fails on one, the others are ended, and the failure has
 * what was thrown on each rank, or where it was. {@code COMM_WORLD}'s errors are exceptions.
 *
 * <p>{@code @BeforeEach} and {@code @AfterEach} methods run on the ranks, around the test. So do
 * the constructor, {@code @BeforeAll} and {@code @AfterAll} methods, but these run in the test JVM,
 * too, where there is no job: they must not use MPI, and cannot hand anything to a rank.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Test
@ExtendWith(MpiTestExtension.class)
public @interface MpiTest {
  /** How many ranks; at least 1. */
  int ranks();

  /**
   * How long the job may take, with the start of its JVMs; at least 1. When the time is over, the
   * failure has mpirun's report of what each rank waits for, and the stacks of every rank.
   */
  int timeoutSeconds() default 30;

  /** More options of mpirun, such as {@code {"--mca", "btl", "tcp"}}. */
  String[] mpirunOptions() default {};

  /** Options of the ranks' JVMs, such as {@code "-Xmx256m"} or {@code "-Dname=value"}. */
  String[] jvmOptions() default {};
}
