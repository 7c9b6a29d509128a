package io.truebell.admin.demo;

import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What a first run shows.
 *
 * @param enabled whether a tenant {@code demo} and its keys are made
 * @param file where the keys are written, readable by its owner alone
 */
@ConfigurationProperties("truebell.demo")
record DemoSettings(
    @DefaultValue("false") boolean enabled, @DefaultValue("data/demo.env") Path file) {}
