/** Jobs that trace which protocol each message takes, over which rails, and with which steps. */
package org.ob1j.tests.jobs.protocol;
