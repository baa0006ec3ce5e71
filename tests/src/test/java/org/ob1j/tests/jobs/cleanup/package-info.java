/** Jobs that are killed or attacked: what they survive, and what they leave behind: nothing. */
package org.ob1j.tests.jobs.cleanup;
