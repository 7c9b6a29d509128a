package io.truebell.admin.openapi;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.RecordComponent;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Describes our records as our JSON shows them: names in snake_case, {@code @Nullable} components
 * may be null, all others are always there.
 */
@Component
class RecordSchemas implements ModelConverter {
  private static final SnakeCaseStrategy NAMES = new SnakeCaseStrategy();

  @Override
  public @Nullable Schema<?> resolve(
      AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> chain) {
    if (!chain.hasNext()) {
      return null;
    }
    Schema<?> resolved = chain.next().resolve(type, context, chain);
    JavaType java = Json31.mapper().constructType(type.getType());
    if (resolved != null && java != null && java.getRawClass().isRecord()) {
      describe(java.getRawClass(), defined(resolved, context));
    }
    return resolved;
  }

  private static Schema<?> defined(Schema<?> resolved, ModelConverterContext context) {
    String ref = resolved.get$ref();
    Schema<?> model =
        ref == null
            ? null
            : context.getDefinedModels().get(ref.substring(ref.lastIndexOf('/') + 1));
    return model == null ? resolved : model;
  }

  @SuppressWarnings("rawtypes") // the library's own maps hold the raw type
  private static void describe(Class<?> record, Schema<?> schema) {
    if (schema.getProperties() == null) {
      return;
    }
    Map<String, Schema> properties = new LinkedHashMap<>(schema.getProperties());
    // what an endpoint refuses to miss is said by an annotation: our requests take all as nullable
    List<String> demanded = schema.getRequired() == null ? List.of() : schema.getRequired();
    Set<String> required = new LinkedHashSet<>();
    for (RecordComponent component : record.getRecordComponents()) {
      Schema<?> property = properties.remove(component.getName());
      if (property == null) {
        continue;
      }
      String name = NAMES.translate(component.getName());
      boolean nullable =
          component.getAnnotatedType().isAnnotationPresent(Nullable.class)
              && !demanded.contains(component.getName());
      properties.put(name, nullable ? orNull(property) : property);
      if (!nullable) {
        required.add(name);
      }
    }
    schema.setProperties(properties);
    schema.setRequired(required.isEmpty() ? null : List.copyOf(required));
  }

  private static Schema<?> orNull(Schema<?> property) {
    if (property.get$ref() != null) {
      Schema<?> nothing = new Schema<>();
      nothing.setTypes(Set.of("null"));
      Schema<Object> either = new Schema<>();
      either.setAnyOf(List.of(property, nothing));
      return either;
    }
    if (property.getTypes() != null) {
      Set<String> types = new LinkedHashSet<>(property.getTypes());
      types.add("null");
      property.setTypes(types);
    }
    return property;
  }
}
