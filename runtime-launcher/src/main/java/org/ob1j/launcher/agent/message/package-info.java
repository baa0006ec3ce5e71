/** What mpirun and agents say to each other, and how it is written as bytes. */
package org.ob1j.launcher.agent.message;
