/**
 * Random messages among ranks, all verified.
 *
 * <p>{@link org.ob1j.tests.soak.Soak} is the program; it uses packages mpi and org.ob1j only, in
 * one thread of each rank or in several at once. Each works in rounds, and every rank derives the
 * whole plan of a round from the seed, the thread's and the round's number: who sends what to whom,
 * in which mode and form, and how it is received. That makes a failure repeatable and rounds free
 * of deadlock by construction. {@link org.ob1j.tests.soak.SoakTest} runs it over the transports,
 * counts what was covered, and fails if a job has left anything behind.
 */
package org.ob1j.tests.soak;
