package io.truebell.admin.habits;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.truebell.core.rest.FieldProblem;
import java.util.List;

/**
 * A refusal as the API tells it (RFC 9457).
 *
 * @param type {@code urn:truebell:problem:<code>}
 * @param title the HTTP status in words
 * @param status HTTP status
 * @param detail a sentence for the caller
 * @param code stable, for programs
 * @param requestId under which the request is found in the log
 * @param errors what is wrong with which field; absent when no field is to blame
 */
record ProblemView(
    String type,
    String title,
    int status,
    String detail,
    String code,
    String requestId,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<FieldProblem> errors) {}
