/**
 * Options of any command line and of files with such lines: which there are, and which are given.
 * Knows nothing of what they mean.
 */
package org.ob1j.launcher.option;
