package org.ob1j.launcher.host;

import java.util.List;
import java.util.Map;

/**
 * A program of the job, as a host is to start it.
 *
 * @param command the program and its arguments
 * @param environment what its ranks find in their environment, their own numbers apart
 * @param workingDirectory where they start
 */
public record ProgramTask(
    List<String> command, Map<String, String> environment, String workingDirectory) {}
