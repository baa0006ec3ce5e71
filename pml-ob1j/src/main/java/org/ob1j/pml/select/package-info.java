/**
 * Which protocol carries a message: a pure function over small values, written as a literal table
 * (source: "Communication Protocols in the ob1 PML").
 */
package org.ob1j.pml.select;
