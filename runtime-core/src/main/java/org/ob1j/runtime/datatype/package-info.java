/**
 * The datatype engine: what a message's data looks like in the user's buffer ({@link
 * org.ob1j.runtime.datatype.TypeMap}), and the resumable {@link
 * org.ob1j.runtime.datatype.Convertor} that packs and unpacks it. The packages below, of which
 * neither knows the other:
 *
 * <pre>
 *   layout   where the data of a datatype lies: runs, bounds, signature
 *   copy     loops that copy, for each kind of buffer
 * </pre>
 */
package org.ob1j.runtime.datatype;
