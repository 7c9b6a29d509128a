-- What providers sent, exactly as it came, until it is read and for a bounded time after.
CREATE TABLE inbound_receipt (
  id          uuid PRIMARY KEY,                 -- grows with time
  account_id  uuid        NOT NULL,
  print       bytea       NOT NULL,             -- keyed fingerprint of path, query and body
  raw         bytea       NOT NULL,             -- sealed: bodies are personal data, headers are signatures
  received_at timestamptz NOT NULL,
  last_at     timestamptz NOT NULL,             -- when it came again
  times       int         NOT NULL DEFAULT 1,
  untold      int         NOT NULL DEFAULT 1,   -- how often it came since it was read
  status      text        NOT NULL DEFAULT 'received'
              CHECK (status IN ('received', 'processed', 'parked', 'ignored', 'unreadable')),
  reason      text        NOT NULL DEFAULT 'received',
  told        text[]      NOT NULL DEFAULT '{}', -- receipts in it that found their delivery
  waits_for   text[]      NOT NULL DEFAULT '{}', -- and what the others look for
  attempts    int         NOT NULL DEFAULT 0,
  next_at     timestamptz,                      -- null: nothing more is tried
  UNIQUE (account_id, print)
);
CREATE INDEX inbound_receipt_due ON inbound_receipt (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX inbound_receipt_done ON inbound_receipt (last_at) WHERE next_at IS NULL;
CREATE INDEX inbound_receipt_status ON inbound_receipt (status, id DESC);

-- What was not authentic: the fact, and nothing of it.
CREATE TABLE refused_receipt (
  account_id uuid   NOT NULL,
  day        date   NOT NULL,                   -- UTC
  times      bigint NOT NULL,
  PRIMARY KEY (account_id, day)
);
