/** By what ob1j is started on other hosts. Decisions only: who starts it asks here. */
package org.ob1j.launcher.allocation.engine;
