-- Which tenants have which kind of work due, beside their deliveries. Whoever makes work appends a wake row in its own
-- transaction, so that no shared row is locked; whoever does it folds wake rows into the due table.
CREATE TABLE work_wake (
  id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind   text        NOT NULL,
  tenant uuid        NOT NULL,
  due_at timestamptz NOT NULL
);
CREATE INDEX work_wake_of_kind ON work_wake (kind, id);

CREATE TABLE work_due (
  kind   text        NOT NULL,
  tenant uuid        NOT NULL,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (kind, tenant)
);
CREATE INDEX work_due_by_time ON work_due (kind, due_at);
