package io.truebell;

import io.truebell.start.Stores;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.FullyQualifiedAnnotationBeanNameGenerator;

/**
 * The platform as one process. Beans are named by their full type: plugins do not know each other,
 * so simple names may meet.
 */
@SpringBootApplication(nameGenerator = FullyQualifiedAnnotationBeanNameGenerator.class)
@ConfigurationPropertiesScan
public class TruebellApplication {
  public static void main(String[] args) {
    SpringApplication application = new SpringApplication(TruebellApplication.class);
    Stores.prepare(application);
    application.run(args);
  }
}
