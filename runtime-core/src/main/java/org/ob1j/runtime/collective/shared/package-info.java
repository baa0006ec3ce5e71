/**
 * Collectives among ranks of one host, through memory that all of them map: each puts there what it
 * gives, says that it has, and reads what others gave.
 */
package org.ob1j.runtime.collective.shared;
