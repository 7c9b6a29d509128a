package com.example.pager;

import io.truebell.core.spi.ChannelAdapter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/** What a third party's jar names in its list of auto-configurations. */
@AutoConfiguration
public class PagerChannel {
  @Bean
  ChannelAdapter pager() {
    return new PagerAdapter();
  }
}
