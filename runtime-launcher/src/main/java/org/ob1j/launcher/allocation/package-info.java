/**
 * Which hosts and slots a job may use, and how something is started there: what the command line,
 * files and a scheduler say about it. Decisions only: nothing is started here, and files and
 * variables are handed in.
 */
package org.ob1j.launcher.allocation;
