-- Hours that a person keeps quiet, by their own clock; over midnight where they end earlier than they begin.
CREATE TABLE calm_quiet (
  recipient_id uuid PRIMARY KEY,
  from_local   time        NOT NULL,
  to_local     time        NOT NULL,
  updated_at   timestamptz NOT NULL,
  CHECK (from_local <> to_local)
);
