/** A round as a rank runs it: sends, receives by each form, and the end of its requests. */
package org.ob1j.tests.soak.round;
