-- A notification whose recipients come as a stream, in chunks of one transaction each.
CREATE TABLE fanout (
  notification_id uuid PRIMARY KEY REFERENCES notification (id),
  state           text        NOT NULL CHECK (state IN ('receiving', 'releasing', 'complete', 'cancelled')),
  held            boolean     NOT NULL,            -- nothing is due before the list is complete
  next_line       bigint      NOT NULL DEFAULT 0,  -- the line that is expected next, counted from 0
  accepted        int         NOT NULL DEFAULT 0,  -- messages made
  duplicates      int         NOT NULL DEFAULT 0,  -- lines that named somebody again
  problems        int         NOT NULL DEFAULT 0,  -- lines that made no message
  begun_at        timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  completed_at    timestamptz
) WITH (fillfactor = 50);

CREATE TABLE fanout_problem (
  notification_id uuid   NOT NULL REFERENCES fanout (notification_id),
  line            bigint NOT NULL,                 -- counted from 1, as editors do
  recipient       text   NOT NULL,
  code            text   NOT NULL,
  PRIMARY KEY (notification_id, line)
);

-- Walked in the order of ids, a piece at a time, when a notification is withdrawn or released.
DROP INDEX delivery_of_notification;
CREATE INDEX delivery_of_notification ON delivery (notification_id, id) WHERE state = 'QUEUED';
CREATE INDEX notification_of_subject ON notification (subject, id) WHERE subject <> '';
