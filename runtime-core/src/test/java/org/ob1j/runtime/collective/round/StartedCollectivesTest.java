package org.ob1j.runtime.collective.round;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ob1j.runtime.pml.CompletionWatcher;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.progress.WaitDescription;

/** Many collectives under way, of which a few get on. */
class StartedCollectivesTest {
  private static final int MANY = 1000;

  private final List<String> calls = new ArrayList<>();
  private final List<Message> messages = new ArrayList<>();
  private final Pml pml = proxy(Pml.class);
  private final PmlCommunicator communicator = proxy(PmlCommunicator.class);
  private final StartedCollectives started = new StartedCollectives(pml);

  /** A message that comes when the test says so. */
  private static final class Message extends PmlRequest {
    void come() {
      complete(0, 0, 0, PmlError.NONE);
    }

    @Override
    public void describe(WaitDescription wait) {
      wait.operation("a message");
    }
  }

  /** Receives one message. */
  private final class Receiving extends MemberAlgorithm {
    Receiving() {
      super(new Members(0, 2, null));
    }

    @Override
    public boolean begin(int number, Round round) {
      if (number == 0) {
        round.receive(new byte[1], 0, 0, null, 1);
      }
      return number == 0;
    }
  }

  private <T> T proxy(Class<T> type) {
    Object made =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              calls.add(method.getName());
              return switch (method.getName()) {
                case "irecv" -> newMessage();
                case "watch" ->
                    ((PmlRequest) arguments[0])
                        .watch((CompletionWatcher) arguments[1], (int) arguments[2]);
                default -> null;
              };
            });
    return type.cast(made);
  }

  private Message newMessage() {
    messages.add(new Message());
    return messages.get(messages.size() - 1);
  }

  private CollectiveRequest start(Algorithm algorithm) {
    return started.start(algorithm, new Round(pml, communicator, 1, false));
  }

  @Test
  void shouldBePolledWhileSomethingIsUnfinished() {
    CollectiveRequest first = start(new Idle(new Members(0, 2, null), 1));
    CollectiveRequest second = start(new Idle(new Members(0, 2, null), 1));
    assertThat(calls).containsExactly("register");
    assertThat(started.maxSleepNanos()).isZero();
    assertThat(started.progress()).isEqualTo(2);
    assertThat(first.isComplete() && second.isComplete()).isTrue();
    assertThat(calls).containsExactly("register", "unregister");
    assertThat(started.maxSleepNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void shouldLookOnlyAtThoseWhoseMessagesHaveCome() {
    List<CollectiveRequest> requests = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      requests.add(start(new Receiving()));
    }
    messages.get(0).come();
    assertThat(started.progress()).isOne();
    assertThat(requests.get(0).isComplete()).isTrue();
    calls.clear();

    assertThat(started.progress()).isZero();
    messages.get(MANY - 1).come();
    messages.get(7).come();
    assertThat(started.progress()).isEqualTo(2);
    assertThat(calls).as("nobody else is asked").containsOnly("release").hasSize(2);
    assertThat(requests).filteredOn(PmlRequest::isComplete).hasSize(3);
    assertThat(requests.get(MANY - 1).isComplete() && requests.get(7).isComplete()).isTrue();

    messages.stream().filter(message -> !message.isComplete()).forEach(Message::come);
    assertThat(started.progress()).isEqualTo(MANY - 3);
    assertThat(calls).endsWith("unregister");
  }
}
