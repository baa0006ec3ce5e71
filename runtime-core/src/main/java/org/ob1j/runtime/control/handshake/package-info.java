/**
 * How every connection between processes of a job opens: each side proves that it knows the job's
 * secret. Data connections between ranks use it as well as the control connection.
 */
package org.ob1j.runtime.control.handshake;
