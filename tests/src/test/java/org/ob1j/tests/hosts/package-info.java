/** Several hosts on this machine, and transports between them. */
package org.ob1j.tests.hosts;
