/** The parameters of btl-tcp, and their values, checked. */
package org.ob1j.btl.tcp.parameter;
