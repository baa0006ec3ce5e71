/**
 * How connections are made: by whom, in which stages, and how each side proves to be of this job.
 */
package org.ob1j.btl.tcp.connection;
