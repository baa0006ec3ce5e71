/**
 * How agents are started on other hosts: by a remote shell for each ({@link
 * org.ob1j.launcher.engine.RemoteShellEngine}: ssh, and what schedulers have in its place), or by
 * one call of Slurm's {@code srun}. An engine starts agents and tells when they end; what they do
 * is package {@code agent}'s.
 */
package org.ob1j.launcher.engine;
