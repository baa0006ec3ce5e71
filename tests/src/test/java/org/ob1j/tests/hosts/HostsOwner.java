package org.ob1j.tests.hosts;

import org.ob1j.tests.harness.TestHosts;

/** A process that starts hosts and waits to be killed. */
final class HostsOwner {
  static final String STARTED = "started";

  private HostsOwner() {}

  public static void main(String[] arguments) throws InterruptedException {
    TestHosts hosts = TestHosts.start(2);
    System.out.println(STARTED + " " + hosts.count());
    Thread.currentThread().join();
  }
}
