/**
 * Where ranks run: how the host's CPUs belong together, how ranks are mapped to them and what they
 * are bound to. Decisions only; a rank's process does it.
 */
package org.ob1j.launcher.placement;
