/**
 * What only native code can do, as services that other modules find through {@link
 * java.util.ServiceLoader} and do without where there is no library: {@link
 * org.ob1j.os.CrossMemoryAttach} reads and writes another process's memory, {@link
 * org.ob1j.os.NativeArraySockets} moves arrays through sockets, {@link org.ob1j.os.NativeLoops}
 * copies blocks.
 */
package org.ob1j.os;
