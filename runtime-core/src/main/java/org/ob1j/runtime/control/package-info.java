/**
 * The control connection between a rank and mpirun: opening handshake, messages, client and server.
 *
 * <p>{@link org.ob1j.runtime.control.JobControls} is the way in for a rank, {@link
 * org.ob1j.runtime.control.ControlServer} for the launcher. {@link
 * org.ob1j.runtime.control.handshake.Handshake} opens data connections as well. docs/protocol.md,
 * "Control connection", is the authority on every byte.
 *
 * <pre>
 *   rank                                   mpirun
 *    │ ── hello ──────────────────────────► │
 *    │ ◄────────────────── hello + proof ── │
 *    │ ── proof ──────────────────────────► │
 *    │ ── REGISTER ───────────────────────► │
 *    │ ◄───────────────────── REGISTERED ── │
 *    │ ── PUT …, FENCE 1 ─────────────────► │   held until every rank has sent FENCE 1
 *    │ ◄──────────────────── FENCE_DONE 1 ─ │
 *    │ ── GET rank, key ──────────────────► │
 *    │ ◄───────────────────────── VALUES ── │
 *    │ ◄── HEARTBEAT ── and its answer ───► │   at any time
 *    │ ── BYE ────────────────────────────► │
 *    │ ◄─────────────────────── BYE_DONE ── │
 * </pre>
 *
 * <p>The packages below, of which each knows only those above it:
 *
 * <pre>
 *   handshake   the opening of a connection, which proves that both sides know the job's secret
 *   message     what is said, and how it is written as bytes
 *   ledger      what mpirun's side keeps of a job
 * </pre>
 */
package org.ob1j.runtime.control;
