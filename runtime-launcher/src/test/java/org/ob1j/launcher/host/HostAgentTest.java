package org.ob1j.launcher.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.launcher.process.JobFoundation;
import org.ob1j.runtime.job.NodeMap;

@Timeout(30)
class HostAgentTest {
  private static final int RANK = 0;

  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

  /** Has time until the process has ended: whoever tells of the end without an order does so. */
  private void started(long processId) throws InterruptedException {
    ProcessHandle.of(processId).ifPresent(rank -> rank.onExit().join());
    String early = heard.poll(200, TimeUnit.MILLISECONDS);
    heard.add(early == null ? "started" : early + " before started");
  }

  private HostEvents events() {
    return (HostEvents)
        Proxy.newProxyInstance(
            HostEvents.class.getClassLoader(),
            new Class<?>[] {HostEvents.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("started")) {
                started((long) arguments[1]);
              } else if (method.getName().equals("ended")) {
                heard.add("ended with " + arguments[1]);
              }
              return null;
            });
  }

  private static HostTask task(String... command) {
    return new HostTask(
        1,
        List.of(1),
        NodeMap.of(new int[] {0}),
        1,
        false,
        Duration.ZERO,
        List.of(),
        List.of(new ProgramTask(List.of(command), Map.of(), "/")),
        List.of(new RankTask(RANK, 0, List.of(), RankTask.Input.NOTHING)));
  }

  @Test
  void shouldTellThatARankHasStartedBeforeItHasEnded() throws Exception {
    String path = System.getenv("PATH");
    JobFoundation foundation = JobFoundation.begin(path).await();
    HostAgent agent = new HostAgent("here", foundation, task("sh", "-c", "exit 23"), events());
    try {
      agent.start();

      assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("started");
      assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("ended with 23");
    } finally {
      agent.close(TimeUnit.SECONDS.toNanos(5), () -> false);
      foundation.watchdog().dismiss();
    }
  }
}
