package io.truebell.admin.openapi;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;

/** Says of each endpoint what its code says: which scope it needs and how it refuses. */
@Component
class DescribeOperation implements OperationCustomizer {
  private static final Pattern SCOPE = Pattern.compile("SCOPE_([a-z:]+)");

  @Override
  public Operation customize(Operation operation, HandlerMethod handler) {
    String type = handler.getBeanType().getSimpleName().replaceFirst("Controller$", "");
    String method = handler.getMethod().getName();
    // made unique over the whole document afterwards
    operation.setOperationId(type + "." + method);
    if (operation.getTags().stream().allMatch(tag -> tag.endsWith("-controller"))) {
      operation.setTags(List.of(words(type)));
    }
    if (operation.getSummary() == null) {
      operation.setSummary(words(method));
    }
    needs(handler).ifPresent(scope -> describe(operation, "Needs the scope `" + scope + "`."));
    answers(operation);
    return operation;
  }

  private static Optional<String> needs(HandlerMethod handler) {
    PreAuthorize rule =
        AnnotatedElementUtils.findMergedAnnotation(handler.getMethod(), PreAuthorize.class);
    if (rule == null) {
      rule = AnnotatedElementUtils.findMergedAnnotation(handler.getBeanType(), PreAuthorize.class);
    }
    Matcher scope = SCOPE.matcher(rule == null ? "" : rule.value());
    return scope.find() ? Optional.of(scope.group(1)) : Optional.empty();
  }

  private static void describe(Operation operation, String sentence) {
    String said = operation.getDescription();
    operation.setDescription(said == null ? sentence : said + "\n\n" + sentence);
  }

  private static void answers(Operation operation) {
    ApiResponses answers = operation.getResponses();
    answers.values().forEach(DescribeOperation::asJson);
    answers.addApiResponse("401", refusal("The key is missing or not valid."));
    answers.addApiResponse("403", refusal("The key lacks the scope, or the tenant is suspended."));
    if (operation.getParameters() != null
        && operation.getParameters().stream().anyMatch(p -> "path".equals(p.getIn()))) {
      answers.addApiResponse("404", refusal("There is no such thing in this tenant."));
    }
    if (operation.getRequestBody() != null || operation.getParameters() != null) {
      answers.addApiResponse("422", refusal("A field is wrong; errors name each."));
    }
    answers.addApiResponse("429", refusal("Too many requests; see Retry-After."));
    answers.addApiResponse("default", refusal("Any other refusal."));
  }

  /** Controllers that name no media type answer JSON, not anything. */
  private static void asJson(ApiResponse answer) {
    Content content = answer.getContent();
    MediaType body = content == null ? null : content.remove("*/*");
    if (body != null) {
      content.addMediaType("application/json", body);
    }
  }

  private static ApiResponse refusal(String description) {
    return new ApiResponse()
        .description(description)
        .content(
            new Content()
                .addMediaType(
                    "application/problem+json",
                    new MediaType().schema(new Schema<>().$ref("#/components/schemas/Problem"))));
  }

  private static String words(String name) {
    String words = name.replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT);
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }
}
