/** What happens to a job, and what it comes to because of that. Decisions only. */
package org.ob1j.launcher.state;
