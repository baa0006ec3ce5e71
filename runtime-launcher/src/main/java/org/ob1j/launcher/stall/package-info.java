/**
 * Why a job gets nowhere: messages that have not arrived, and ranks that wait for each other in a
 * circle.
 */
package org.ob1j.launcher.stall;
