package io.truebell;

import io.truebell.start.Stores;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The platform as one process. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class TruebellApplication {
  public static void main(String[] args) {
    SpringApplication application = new SpringApplication(TruebellApplication.class);
    Stores.prepare(application);
    application.run(args);
  }
}
