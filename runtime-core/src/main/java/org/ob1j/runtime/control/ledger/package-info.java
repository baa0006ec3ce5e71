/**
 * What mpirun's side keeps of a job: who has come and gone, what was published, who waits for whom,
 * and the reports that ranks have sent. Decisions only; nothing here reads or writes a connection.
 */
package org.ob1j.runtime.control.ledger;
