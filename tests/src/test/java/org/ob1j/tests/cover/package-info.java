/**
 * The point-to-point suite in real jobs, over a pairwise cover of transports, kinds of buffers,
 * thread levels and asynchronous progress.
 */
package org.ob1j.tests.cover;
