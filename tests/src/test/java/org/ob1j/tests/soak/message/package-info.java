/** The messages of the soak: elements, buffers, and what must be in them. */
package org.ob1j.tests.soak.message;
