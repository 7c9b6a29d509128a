package io.truebell.admin.pages;

import java.time.Duration;
import java.util.List;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Where pages are, and how long a browser may keep what it got. */
@Configuration(proxyBeanMethods = false)
class PageConfiguration implements WebMvcConfigurer {
  private static final String FILES = "classpath:/META-INF/resources/";

  /** Which page it is, the document sees from the address. */
  private static final List<String> PAGES =
      List.of(
          "/messages",
          "/messages/{id}",
          "/why",
          "/compose",
          "/channels",
          "/channels/{id}",
          "/recipients",
          "/recipients/{id}",
          "/sign-in");

  @Override
  public void addViewControllers(ViewControllerRegistry registry) {
    PAGES.forEach(page -> registry.addViewController(page).setViewName("forward:/index.html"));
  }

  /** An asset's name changes with its content; the document names the assets of today. */
  @Override
  public void addResourceHandlers(ResourceHandlerRegistry registry) {
    registry
        .addResourceHandler("/assets/**")
        .addResourceLocations(FILES + "assets/")
        .setCacheControl(CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable());
    registry
        .addResourceHandler("/index.html")
        .addResourceLocations(FILES)
        .setCacheControl(CacheControl.noCache());
  }
}
