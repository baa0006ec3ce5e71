package org.ob1j.btl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two upper layers over one transport: what each gets, and what it attaches to endpoints. */
@Timeout(120)
public abstract class LayersContractTest {
  /** The other frames begin with their number, which is the echo's id only beyond this one. */
  private static final int FRAMES = 200;

  private static final int HEADER_BYTES = 24;

  private final EchoLayer[] echoes = {new EchoLayer(), new EchoLayer()};
  private final Random random = new Random(41);
  private BtlFabric fabric;

  /** A new component of the transport under test. */
  protected abstract BtlComponent newComponent();

  /** Values of parameters for every rank. */
  protected Map<String, String> parameters() {
    return Map.of();
  }

  @AfterEach
  void close() {
    fabric.close();
  }

  private BtlReceiver layers(int rank, VerifyingReceiver others) {
    UpperLayers layers = new UpperLayers();
    for (int layer = 0; layer < EchoLayer.LAYER; layer++) {
      layers.register(layer, others);
    }
    layers.register(EchoLayer.LAYER, echoes[rank]);
    return layers;
  }

  private List<byte[]> questions() {
    List<byte[]> questions = new ArrayList<>();
    int longest = fabric.rank(0).endpoint(1).maxFrameBytes() - HEADER_BYTES;
    for (int i = 0; i < FRAMES; i++) {
      byte[] payload = new byte[i % 10 == 9 ? random.nextInt(longest + 1) : random.nextInt(300)];
      random.nextBytes(payload);
      questions.add(payload);
    }
    return questions;
  }

  @Test
  void shouldServeASecondUpperLayerBesideTheFirst() {
    fabric = BtlFabric.open(2, this::newComponent, parameters(), this::layers);
    BtlEndpoint endpoint = fabric.rank(0).endpoint(1);
    endpoint.attach(EchoLayer.LAYER, "rank 1");
    endpoint.attach(UpperLayers.PML, "somebody else's");
    List<byte[]> questions = questions();
    for (byte[] question : questions) {
      fabric.await("room", () -> progress() && echoes[0].ask(endpoint, question));
      fabric.send(0, 1, HEADER_BYTES, question.length % 100);
      fabric.send(1, 0, HEADER_BYTES, question.length % 70);
    }
    fabric.await("answers", () -> progress() && echoes[0].answers().size() == FRAMES);
    fabric.await(
        "the other layer's frames",
        () ->
            fabric.rank(0).receiver().receivedCount() == FRAMES
                && fabric.rank(1).receiver().receivedCount() == FRAMES);

    // Transports need not keep the order of frames.
    assertThat(echoes[0].answers()).containsExactlyInAnyOrderElementsOf(questions);
    assertThat(echoes[0].attachments()).containsOnly("rank 1");
    assertThat(echoes[1].attachments()).containsOnlyNulls();
    for (int rank = 0; rank < 2; rank++) {
      assertThat(fabric.rank(rank).receiver().received(1 - rank))
          .containsExactlyInAnyOrderElementsOf(fabric.rank(1 - rank).sent(rank));
      assertThat(fabric.rank(rank).receiver().errors()).isEmpty();
    }
  }

  private boolean progress() {
    for (EchoLayer echo : echoes) {
      echo.answer();
    }
    return true;
  }
}
