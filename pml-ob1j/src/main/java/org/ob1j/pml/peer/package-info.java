/** Other processes, as this one sends to them: rails, credit, and what waits for a transport. */
package org.ob1j.pml.peer;
