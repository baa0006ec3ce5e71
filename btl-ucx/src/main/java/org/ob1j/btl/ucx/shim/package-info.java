/**
 * The native library as Java sees it: class Shim, whether it is there, addresses and views of
 * memory, and what UCX has begun and tells the end of by a token.
 */
package org.ob1j.btl.ucx.shim;
