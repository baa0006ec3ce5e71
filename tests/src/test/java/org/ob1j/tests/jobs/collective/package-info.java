/** Jobs with every collective call. */
package org.ob1j.tests.jobs.collective;
