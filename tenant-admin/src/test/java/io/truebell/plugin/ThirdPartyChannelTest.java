package io.truebell.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.spi.ChannelDescriptor;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;

/** A channel that is outside the packages which the platform scans. */
class ThirdPartyChannelTest {
  private static final String IMPORTS =
      "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";

  private static final String OTHER =
      "org.springframework.boot.autoconfigure.context.MessageSourceAutoConfiguration";

  @TempDir private Path plugins;

  @Test
  void aJarThatNamesAnAutoConfigurationBringsItsChannel() throws Exception {
    assertThat(channelsWith(jar("com.example.pager.PagerChannel"))).containsExactly("pager");
  }

  @Test
  void aJarThatNamesSomethingElseBringsNoChannel() throws Exception {
    assertThat(channelsWith(jar(OTHER))).isEmpty();
  }

  private URL jar(String imports) throws IOException {
    Path jar = plugins.resolve("pager.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(file)) {
      entries.putNextEntry(new JarEntry(IMPORTS));
      entries.write(imports.getBytes(StandardCharsets.UTF_8));
    }
    return jar.toUri().toURL();
  }

  private static List<String> channelsWith(URL jar) throws Exception {
    // the application has dispatch at runtime only, so its type cannot be written here
    Class<?> channels = Class.forName("io.truebell.dispatch.accounts.Channels");
    try (URLClassLoader loader = new OnlyItsImports(jar);
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      context.setClassLoader(loader);
      context.register(Platform.class, channels);
      context.refresh();
      Object found = channels.getMethod("descriptors").invoke(context.getBean(channels));
      return ((List<?>) found).stream().map(d -> ((ChannelDescriptor) d).key().value()).toList();
    }
  }

  /** As much of the application as looks for auto-configurations. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Platform {}

  /** Hides the auto-configurations of all other libraries, which want databases and servers. */
  private static final class OnlyItsImports extends URLClassLoader {
    OnlyItsImports(URL jar) {
      super(new URL[] {jar}, ThirdPartyChannelTest.class.getClassLoader());
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
      return name.equals(IMPORTS) ? findResources(name) : super.getResources(name);
    }
  }
}
