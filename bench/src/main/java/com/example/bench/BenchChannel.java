package com.example.bench;

import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.wire.Wire;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/** What the jar names in its list of auto-configurations. */
@AutoConfiguration
public class BenchChannel {
  @Bean
  ChannelAdapter benchAdapter(Wire wire) {
    return new BenchAdapter(wire);
  }
}
