/**
 * The job as a rank sees it: identity, modex, barrier, abort. {@link
 * org.ob1j.runtime.job.JobControl} is the border to the launcher; the control protocol behind it is
 * in {@code org.ob1j.runtime.control}.
 */
package org.ob1j.runtime.job;
