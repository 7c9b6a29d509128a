package com.example.bench;

import java.util.Arrays;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Takes a plugin out of the application: every bean whose class's name begins with {@code
 * bench.without}.
 */
@AutoConfiguration
public class BenchWithout {
  @Bean
  static BeanDefinitionRegistryPostProcessor without(Environment environment) {
    String prefix = environment.getProperty("bench.without", "");
    return registry -> {
      if (!prefix.isEmpty()) {
        remove(registry, prefix);
      }
    };
  }

  private static void remove(BeanDefinitionRegistry registry, String prefix) {
    Arrays.stream(registry.getBeanDefinitionNames())
        .filter(name -> begins(registry.getBeanDefinition(name), prefix))
        .forEach(registry::removeBeanDefinition);
  }

  private static boolean begins(BeanDefinition bean, String prefix) {
    String type = bean.getBeanClassName();
    return type != null && type.startsWith(prefix);
  }
}
