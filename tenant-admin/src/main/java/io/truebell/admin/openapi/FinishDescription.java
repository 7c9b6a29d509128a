package io.truebell.admin.openapi;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.tags.Tag;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springframework.stereotype.Component;

/** What can be said only once all endpoints are known: short unique names, the form of refusals. */
@Component
class FinishDescription implements GlobalOpenApiCustomizer {
  @Override
  public void customise(OpenAPI api) {
    List<Operation> operations =
        api.getPaths().values().stream()
            .map(PathItem::readOperations)
            .flatMap(Collection::stream)
            .toList();
    Map<String, Long> uses =
        operations.stream().collect(Collectors.groupingBy(o -> method(o), Collectors.counting()));
    operations.forEach(
        operation ->
            operation.setOperationId(
                uses.getOrDefault(method(operation), 0L) == 1
                    ? method(operation)
                    : method(operation) + type(operation)));
    if (api.getTags() != null) {
      // collected in the order of beans, which may differ from start to start
      api.setTags(api.getTags().stream().sorted(Comparator.comparing(Tag::getName)).toList());
    }
    api.getComponents().addSchemas(ProblemSchema.NAME, ProblemSchema.schema());
  }

  private static String type(Operation operation) {
    return operation.getOperationId().substring(0, operation.getOperationId().indexOf('.'));
  }

  private static String method(Operation operation) {
    return operation.getOperationId().substring(operation.getOperationId().indexOf('.') + 1);
  }
}
