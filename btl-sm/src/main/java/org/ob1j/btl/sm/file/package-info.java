/** Files that processes of a host share: made, unlinked, mapped and opened by others. */
package org.ob1j.btl.sm.file;
