/** Off-heap memory as transports and convertors see it: one region, with a view for each type. */
package org.ob1j.runtime.memory;
