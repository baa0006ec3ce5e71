/**
 * Connections between agents and their parents: the tree that they form, how one is opened, and how
 * either side learns that the other is gone.
 */
package org.ob1j.launcher.agent.link;
