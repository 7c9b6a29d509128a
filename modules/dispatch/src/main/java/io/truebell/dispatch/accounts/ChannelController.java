package io.truebell.dispatch.accounts;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.rest.Page;
import io.truebell.core.spi.ChannelDescriptor;
import java.util.List;
import java.util.Map;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The channels that are installed, with what is needed to draw and check an account's form. */
@RestController
@Tag(name = "Channel accounts", description = "The tenant's configured uses of channels")
@PreAuthorize("hasAuthority('SCOPE_channels')")
class ChannelController {
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private final Channels channels;
  private final JsonMapper json;

  ChannelController(Channels channels, JsonMapper json) {
    this.channels = channels;
    this.json = json;
  }

  @GetMapping("/v1/channels")
  @Operation(
      operationId = "listChannels",
      summary = "The installed channels: what they can do and what their accounts need")
  Page<ChannelView> channels() {
    List<ChannelView> views = channels.descriptors().stream().map(this::view).toList();
    return new Page<>(views, null);
  }

  private ChannelView view(ChannelDescriptor channel) {
    return ChannelView.of(channel, json.readValue(channel.settingsSchema(), OBJECT));
  }
}
