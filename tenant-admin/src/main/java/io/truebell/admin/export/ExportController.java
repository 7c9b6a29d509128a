package io.truebell.admin.export;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.tenancy.TenantScope;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Hands a tenant all that is kept of it. */
@RestController
@Tag(name = "Tenant", description = "Whose key this is")
class ExportController {
  private static final String LINES = "application/x-ndjson";

  private final TenantExport export;

  ExportController(TenantExport export) {
    this.export = export;
  }

  @Operation(
      summary = "All that is kept of the tenant, without its secrets",
      description =
          "One JSON object in each line, one line for each row of each table, all as of one"
              + " instant. Columns of bytes (sealed secrets, fingerprints, hashes) are left out."
              + " An answer that is broken off ends the connection.")
  @ApiResponse(
      responseCode = "200",
      description = "A line for each row",
      content =
          @Content(mediaType = LINES, schema = @Schema(implementation = ExportLineView.class)))
  @GetMapping("/v1/tenant/export")
  @PreAuthorize("hasAuthority('SCOPE_keys')")
  void exportTenant(HttpServletResponse response) throws IOException {
    response.setContentType(LINES);
    response.setHeader("Content-Disposition", "attachment; filename=\"tenant.ndjson\"");
    try {
      export.write(TenantScope.current(), response.getOutputStream());
    } catch (RuntimeException e) {
      if (response.isCommitted()) {
        // only a connection that ends can still tell that rows are missing
        throw new IOException("export broken off", e);
      }
      throw e;
    }
  }

  /**
   * One line.
   *
   * @param row its columns by name
   */
  record ExportLineView(String table, Map<String, Object> row) {
    ExportLineView {
      row = Map.copyOf(row);
    }
  }
}
