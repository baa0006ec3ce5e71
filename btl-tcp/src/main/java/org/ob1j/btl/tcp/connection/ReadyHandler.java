package org.ob1j.btl.tcp.connection;

/** What a selection key is attached to: whoever gets on when its channel is ready. */
@FunctionalInterface
public interface ReadyHandler {
  void ready();
}
