/** Jobs with every kind of call of point-to-point messages. */
package org.ob1j.tests.jobs.messages;
