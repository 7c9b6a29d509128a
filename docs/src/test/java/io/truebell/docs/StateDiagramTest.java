package io.truebell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.DeliveryState;
import org.junit.jupiter.api.Test;

class StateDiagramTest {
  @Test
  void theCommittedDiagramIsTheTableOfTransitions() {
    GeneratedDocument.named("state-diagram.md").mustBe(StateDiagram.markdown());
  }

  @Test
  void everyStateIsReachedInTheDiagram() {
    for (DeliveryState state : DeliveryState.values()) {
      assertThat(StateDiagram.markdown()).contains("--> " + state + ": ");
    }
  }
}
