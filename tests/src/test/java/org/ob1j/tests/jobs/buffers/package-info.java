/** Jobs whose messages lie in arrays, in blocks with gaps, or in more memory than can be mapped. */
package org.ob1j.tests.jobs.buffers;
