/**
 * Tag matching that a transport does for the engine (source: "Tag matching logic"). The matching
 * engine stays the authority: it knows every receive, and which of them the transport has. Knows no
 * requests and no protocols, so it is tested alone, by all schedules of small scenarios.
 */
package org.ob1j.pml.offload;
