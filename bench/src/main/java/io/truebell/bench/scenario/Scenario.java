package io.truebell.bench.scenario;

import io.truebell.bench.report.Section;
import io.truebell.bench.stage.Stage;
import java.sql.SQLException;

/** Something that is measured. */
public interface Scenario {
  String name();

  /** Measures it on a stage of its own. */
  Section run(Stage stage) throws SQLException, InterruptedException;
}
