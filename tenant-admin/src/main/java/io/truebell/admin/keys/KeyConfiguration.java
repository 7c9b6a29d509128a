package io.truebell.admin.keys;

import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Lets the uses of keys be written down now and then. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class KeyConfiguration {}
