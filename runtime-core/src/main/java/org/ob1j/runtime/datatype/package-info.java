/**
 * The datatype engine: what a message's data looks like in the user's buffer, and the resumable
 * convertor that packs and unpacks it.
 */
package org.ob1j.runtime.datatype;
