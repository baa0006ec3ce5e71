/** Memory and requests of the engine that are used again and again. */
package org.ob1j.pml.pool;
