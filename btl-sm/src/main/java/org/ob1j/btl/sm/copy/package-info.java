/**
 * Put and get: copies within memory that two processes map, or out of ordinary memory of the other
 * one; long ones are shared by both sides.
 */
package org.ob1j.btl.sm.copy;
