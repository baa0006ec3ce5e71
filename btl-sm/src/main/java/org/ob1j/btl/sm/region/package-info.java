/** Regions of shared memory for whoever else wants some, all of a process in one file. */
package org.ob1j.btl.sm.region;
