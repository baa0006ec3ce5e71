/** Put, get and flush, the memory that they reach, and its keys. */
package org.ob1j.btl.ucx.rdma;
