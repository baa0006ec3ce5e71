/**
 * What collectives work on: the user's buffers, cut into {@link
 * org.ob1j.runtime.collective.buffer.Blocks}, and the arrays and copies of a process's {@link
 * org.ob1j.runtime.collective.buffer.Workspace}.
 */
package org.ob1j.runtime.collective.buffer;
