/**
 * What tests share that start jobs: {@link org.ob1j.tests.harness.MpirunJob} starts one by {@code
 * ./mpirun}; a program for its ranks; what its ranks have traced; what it leaves behind; {@link
 * org.ob1j.tests.harness.TestHosts several hosts} on this machine.
 */
package org.ob1j.tests.harness;
