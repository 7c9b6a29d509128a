package io.truebell.admin.access;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What this process is for.
 *
 * @param role {@code api}, {@code worker} or {@code all}
 */
@ConfigurationProperties("truebell")
record RoleSettings(@DefaultValue("all") Role role) {}
