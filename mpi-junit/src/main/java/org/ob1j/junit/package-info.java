/**
 * Tests that run as ranks: {@link org.ob1j.junit.MpiTest}.
 *
 * <pre>
 *   test JVM                                     rank 0 .. n-1: JVMs of their own
 *   MpiTestExtension
 *     instead of the test method:
 *     RankJob -- starts --&gt; mpirun -- starts --&gt;  RankMain
 *                                                  Init; runs that one test by JUnit's launcher;
 *                                                  OutcomeRecorder writes a RankOutcome to a file
 *     Verdict &lt;-- reads the files, exit code ---     Finalize
 *     throws what the ranks' outcomes amount to
 * </pre>
 */
package org.ob1j.junit;
