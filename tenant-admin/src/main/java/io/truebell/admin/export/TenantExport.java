package io.truebell.admin.export;

import io.truebell.core.rest.ApiProblem;
import io.truebell.core.tenancy.Tenant;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Writes every row of a tenant, one line each, in bounded memory. */
@Component
class TenantExport {
  /** A reader may be slow, and each holds a connection as long as it reads. */
  private static final int AT_ONCE = 2;

  private final ExportRows rows;
  private final JsonMapper json;
  private final Semaphore turns = new Semaphore(AT_ONCE);

  TenantExport(ExportRows rows, JsonMapper json) {
    this.rows = rows;
    this.json = json;
  }

  /**
   * Writes them all as they are at one instant.
   *
   * @throws ApiProblem 503 when other exports are under way
   */
  void write(Tenant tenant, OutputStream out) throws IOException {
    if (!turns.tryAcquire()) {
      throw new ApiProblem(
          503, "export_busy", "Other exports are under way; ask again later.", List.of());
    }
    try {
      rows.atOneInstant(
          () -> rows.tables(tenant.schema()).forEach(table -> write(tenant.schema(), table, out)));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      turns.release();
    }
  }

  private void write(String schema, ExportTable table, OutputStream out) {
    String start = "{\"table\": " + json.writeValueAsString(table.name()) + ", \"row\": ";
    rows.each(
        schema,
        table,
        row -> {
          try {
            out.write((start + row + "}\n").getBytes(StandardCharsets.UTF_8));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
