/** The order of operations: what an endpoint guarantees, and what one operation asks for. */
package org.ob1j.btl.order;
