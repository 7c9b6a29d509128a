package io.truebell.admin.demo;

import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What a first run shows.
 *
 * @param enabled whether a tenant {@code demo} and its keys are made
 * @param stories whether there is a second tenant, {@code juniper}, with a day's life to look at in
 *     the pages
 * @param file where the keys are written, readable by its owner alone
 */
@ConfigurationProperties("truebell.demo")
record DemoSettings(
    @DefaultValue("false") boolean enabled,
    @DefaultValue("false") boolean stories,
    @DefaultValue("data/demo.env") Path file) {}
