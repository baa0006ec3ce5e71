/**
 * Random messages among ranks, all verified.
 *
 * <p>{@link org.ob1j.tests.soak.Soak} is the program; it uses package mpi only. It works in rounds,
 * and every rank derives the whole plan of a round from the seed and the round's number: who sends
 * what to whom, in which mode and form, and how it is received. That makes a failure repeatable and
 * rounds free of deadlock by construction. {@link org.ob1j.tests.soak.SoakTest} runs it over the
 * transports and counts what was covered.
 */
package org.ob1j.tests.soak;
