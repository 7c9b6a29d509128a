-- What was let through and counts against a limit. What provably reached nobody leaves again.
CREATE TABLE calm_sent (
  delivery_id     uuid PRIMARY KEY,
  notification_id uuid        NOT NULL,
  recipient_id    uuid        NOT NULL,
  account_id      uuid        NOT NULL,
  subject         text        NOT NULL,
  category        text        NOT NULL CHECK (category IN ('transactional', 'marketing')),
  type            text        NOT NULL,
  instant         boolean     NOT NULL,               -- counts in a window; a digest's own sending does not
  doubtful        boolean     NOT NULL DEFAULT false, -- a call may have been carried out: whatever comes, it stays
  at              timestamptz NOT NULL
);
-- A person's day, by category.
CREATE INDEX calm_sent_of_recipient ON calm_sent (recipient_id, at);
-- A window. Whoever gets much about many subjects is not read through for each of them.
CREATE INDEX calm_sent_of_subject ON calm_sent (recipient_id, account_id, subject, at DESC) WHERE instant;
CREATE INDEX calm_sent_at ON calm_sent (at);
