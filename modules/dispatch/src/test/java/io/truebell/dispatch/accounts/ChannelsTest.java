package io.truebell.dispatch.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.message.ChannelKey;
import io.truebell.dispatch.people.PeopleStore;
import io.truebell.dispatch.people.PigeonChannel;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChannelsTest {
  @Test
  void twoPluginsWithOneKeyFailTheStart() {
    assertThatThrownBy(() -> new Channels(List.of(new PigeonChannel(), new PigeonChannel())))
        .hasMessageContaining("pigeon")
        .hasMessageContaining(PigeonChannel.class.getName());
  }

  @Test
  void channelWithoutPluginIsEmpty() {
    Channels channels = new Channels(List.of(new PigeonChannel()));

    assertThat(channels.find(new ChannelKey("pigeon"))).isPresent();
    assertThat(channels.find(new ChannelKey("owl"))).isEmpty();
    assertThat(channels.find("not a key")).isEmpty();
  }

  @Test
  void descriptionHoldsWhatAFormNeeds() {
    ChannelView pigeon = PeopleStore.bean(ChannelController.class).channels().items().getFirst();

    assertThat(pigeon.key()).isEqualTo("pigeon");
    assertThat(pigeon.title().zh()).isEqualTo("信鸽");
    assertThat(pigeon.settingsSchema()).containsKey("properties");
    assertThat(pigeon.credentials()).extracting("name").containsExactly("ring_key", "spare_key");
    assertThat(pigeon.ceiling()).isEqualTo("accepted");
    assertThat(pigeon.timeoutMs()).isEqualTo(5000);
    assertThat(pigeon.pacingMs()).isNull();
  }
}
