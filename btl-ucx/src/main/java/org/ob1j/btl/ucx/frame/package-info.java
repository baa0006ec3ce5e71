/** Frames in memory that UCX sends from and receives into, and what stands before each. */
package org.ob1j.btl.ucx.frame;
