/** Jobs whose ranks have several threads, a thread for progress, or sleep while they wait. */
package org.ob1j.tests.jobs.threads;
