package io.truebell.core.rest;

import java.util.List;

/**
 * A request that is refused. Becomes {@code application/problem+json} (RFC 9457) with a stable
 * code. Thrown before anything is written.
 */
public final class ApiProblem extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;
  private final transient List<FieldProblem> fields;

  /**
   * @param status HTTP status
   * @param code stable, {@code a-z0-9_}
   * @param detail a sentence for the caller; holds no secret
   * @param fields what is wrong with which field; may be empty
   */
  public ApiProblem(int status, String code, String detail, List<FieldProblem> fields) {
    super(detail);
    this.status = status;
    this.code = code;
    this.fields = List.copyOf(fields);
  }

  /** 422: fields are wrong. */
  public static ApiProblem invalid(List<FieldProblem> fields) {
    FieldProblem first = fields.getFirst();
    return new ApiProblem(422, "invalid_input", first.field() + ": " + first.reason(), fields);
  }

  /** 422: one field is wrong. */
  public static ApiProblem invalid(String field, String code, String reason) {
    return invalid(List.of(new FieldProblem(field, code, reason)));
  }

  /** 404: unknown, or another tenant's, which is the same. */
  public static ApiProblem notFound(String what) {
    return new ApiProblem(404, "not_found", "There is no such " + what + ".", List.of());
  }

  /** 409. */
  public static ApiProblem conflict(String code, String detail) {
    return new ApiProblem(409, code, detail, List.of());
  }

  public int status() {
    return status;
  }

  public String code() {
    return code;
  }

  public List<FieldProblem> fields() {
    return fields;
  }
}
