/**
 * Real jobs as users run them: what they must survive, and what they must leave behind: nothing.
 */
package org.ob1j.tests.jobs;
