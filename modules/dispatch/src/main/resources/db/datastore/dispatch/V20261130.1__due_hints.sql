-- Which tenants have something due. Intake appends a wake row in its own transaction, so that no shared
-- row is locked; the dispatcher drains wake rows into due with least() and sets a tenant's row right after a visit.
-- A hint that is too early costs one empty claim; one that is too late must not exist.
CREATE TABLE wake (
  id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant uuid        NOT NULL,
  due_at timestamptz NOT NULL
);

CREATE TABLE due (
  tenant uuid PRIMARY KEY,
  due_at timestamptz NOT NULL
);
CREATE INDEX due_by_time ON due (due_at);
