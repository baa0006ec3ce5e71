/** Tag matching by UCX. */
package org.ob1j.btl.ucx.tag;
