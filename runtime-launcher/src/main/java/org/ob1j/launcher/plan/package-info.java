/** Everything that is decided about a job before anything of it starts. */
package org.ob1j.launcher.plan;
