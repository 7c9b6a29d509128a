-- The spine of one tenant: whom it notifies, through what, what happened, and why.

CREATE TABLE recipient (
  id          uuid PRIMARY KEY,
  external_id text        NOT NULL UNIQUE CHECK (length(external_id) BETWEEN 1 AND 128),
  locale      text        NOT NULL,
  zone        text        NOT NULL,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL,
  version     int         NOT NULL DEFAULT 0
);

CREATE TABLE channel_account (
  id                      uuid PRIMARY KEY,
  channel                 text        NOT NULL,
  name                    text        NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 80),
  enabled                 boolean     NOT NULL DEFAULT true,
  sandbox                 boolean     NOT NULL DEFAULT false,
  verified_at             timestamptz,
  verified_endpoints_only boolean     NOT NULL DEFAULT false,
  minimal_text            text,               -- not null: nothing but this text leaves to the third party
  settings                jsonb       NOT NULL DEFAULT '{}',
  timeout_ms              int         NOT NULL CHECK (timeout_ms BETWEEN 100 AND 60000),
  retry_ladder_seconds    int[]       NOT NULL DEFAULT '{60,300,1800}',
  policy_version          int         NOT NULL DEFAULT 1,
  removed_at              timestamptz,        -- a removed account stays for its history
  created_at              timestamptz NOT NULL,
  updated_at              timestamptz NOT NULL,
  version                 int         NOT NULL DEFAULT 0
);

CREATE TABLE channel_credential (
  account_id uuid        NOT NULL REFERENCES channel_account (id),
  field      text        NOT NULL,
  sealed     bytea       NOT NULL,
  set_at     timestamptz NOT NULL,
  set_by     text        NOT NULL,
  PRIMARY KEY (account_id, field)
);

CREATE TABLE endpoint (
  id            uuid PRIMARY KEY,
  recipient_id  uuid        NOT NULL REFERENCES recipient (id),
  channel       text        NOT NULL,
  account_id    uuid REFERENCES channel_account (id), -- null: any account of the channel
  address       bytea       NOT NULL,                 -- sealed
  address_print bytea       NOT NULL,                 -- keyed fingerprint, finds an equal address without opening it
  hint          text        NOT NULL,
  secret        bytea,                                -- sealed
  status        text        NOT NULL CHECK (status IN ('unverified', 'verified', 'dead')),
  status_reason text        NOT NULL,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  version       int         NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX endpoint_once ON endpoint (recipient_id, channel, address_print);

CREATE TABLE notification (
  id              uuid PRIMARY KEY,
  type            text        NOT NULL,
  category        text        NOT NULL CHECK (category IN ('transactional', 'marketing')),
  subject         text        NOT NULL,
  payload         jsonb       NOT NULL,
  urgent          boolean     NOT NULL DEFAULT false,
  channels        text[],                      -- null: every channel of the tenant
  not_before      timestamptz,
  expires_at      timestamptz,
  idempotency_key text        NOT NULL UNIQUE,
  content_hash    bytea       NOT NULL,
  recipients      int         NOT NULL,
  cancelled_at    timestamptz,
  created_at      timestamptz NOT NULL,
  created_by      text        NOT NULL
);

-- One notification for one recipient. It is the inbox item, so it always exists.
CREATE TABLE message (
  id              uuid PRIMARY KEY,
  notification_id uuid        NOT NULL REFERENCES notification (id),
  recipient_id    uuid        NOT NULL REFERENCES recipient (id),
  inbox           text        NOT NULL DEFAULT 'unread' CHECK (inbox IN ('unread', 'read', 'archived')),
  read_at         timestamptz,
  archived_at     timestamptz,
  not_planned     jsonb       NOT NULL DEFAULT '[]', -- channels that were looked at and could not be used, with the reason
  created_at      timestamptz NOT NULL,
  UNIQUE (notification_id, recipient_id)
);
CREATE INDEX message_of_recipient ON message (recipient_id, id DESC);
CREATE INDEX message_unread ON message (recipient_id) WHERE inbox = 'unread';

CREATE TABLE delivery (
  id              uuid PRIMARY KEY,
  message_id      uuid        NOT NULL REFERENCES message (id),
  notification_id uuid        NOT NULL,
  recipient_id    uuid        NOT NULL,
  channel         text,                        -- null with INBOX_ONLY alone
  account_id      uuid REFERENCES channel_account (id),
  endpoint_id     uuid,
  type            text        NOT NULL,
  category        text        NOT NULL CHECK (category IN ('transactional', 'marketing')),
  subject         text        NOT NULL,
  urgent          boolean     NOT NULL,
  sandbox         boolean     NOT NULL,
  state           text        NOT NULL,
  reason          text        NOT NULL CHECK (reason <> ''),
  trace_seq       int         NOT NULL,        -- the trace entry that explains this state; see the foreign key below
  attempt         int         NOT NULL DEFAULT 0, -- claims so far; fences a late worker
  retries         int         NOT NULL DEFAULT 0, -- steps of the retry ladder used
  not_before      timestamptz NOT NULL,
  expires_at      timestamptz,
  lease_until     timestamptz,
  lease_owner     text,
  policy_version  int         NOT NULL DEFAULT 1,
  grant_id        uuid,
  digest_id       uuid,
  idempotency_key text        NOT NULL,        -- towards the provider: equal for all attempts
  provider_ref    text,
  receipt_overdue_at timestamptz,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  UNIQUE (message_id, account_id, endpoint_id),
  CHECK (state IN ('QUEUED', 'CLAIMED', 'ACCEPTED', 'DELIVERED', 'UNDELIVERED', 'REJECTED', 'FAILED', 'UNKNOWN',
                   'MERGED', 'DEGRADED', 'SUPPRESSED', 'CANCELLED', 'EXPIRED', 'INBOX_ONLY')),
  CHECK ((state = 'CLAIMED') = (lease_until IS NOT NULL AND lease_owner IS NOT NULL)),
  CHECK ((state = 'INBOX_ONLY') = (account_id IS NULL)),
  CHECK ((account_id IS NULL) = (channel IS NULL) AND (account_id IS NULL) = (endpoint_id IS NULL)),
  CHECK (state <> 'MERGED' OR digest_id IS NOT NULL)
) WITH (fillfactor = 70);
-- One for each category, with the literal that the claim uses: the index then gives the order.
CREATE INDEX delivery_due_transactional ON delivery (not_before, id) WHERE state = 'QUEUED' AND category = 'transactional';
CREATE INDEX delivery_due_marketing ON delivery (not_before, id) WHERE state = 'QUEUED' AND category = 'marketing';
CREATE INDEX delivery_leased ON delivery (lease_until) WHERE state = 'CLAIMED';
CREATE INDEX delivery_of_message ON delivery (message_id);
CREATE INDEX delivery_of_notification ON delivery (notification_id) WHERE state = 'QUEUED';

-- What each call (or the decision not to call) brought. The primary key is the fence: one outcome for each attempt.
CREATE TABLE attempt (
  delivery_id uuid        NOT NULL REFERENCES delivery (id),
  attempt     int         NOT NULL CHECK (attempt > 0),
  started_at  timestamptz NOT NULL,
  ended_at    timestamptz NOT NULL,
  outcome     text        NOT NULL CHECK (outcome IN ('accepted', 'rejected', 'transient', 'failed', 'unknown')),
  called      boolean     NOT NULL,            -- whether a request may have left
  code        text        NOT NULL,
  text        text        NOT NULL CHECK (length(text) <= 500),
  node        text        NOT NULL,
  PRIMARY KEY (delivery_id, attempt)
);

-- The ordered record of everything that decided a delivery.
CREATE TABLE trace (
  delivery_id    uuid        NOT NULL,
  seq            int         NOT NULL CHECK (seq > 0),
  at             timestamptz NOT NULL,
  from_state     text,
  to_state       text        NOT NULL,
  cause          text        NOT NULL,
  reason         text        NOT NULL CHECK (reason <> ''),
  numbers        jsonb       NOT NULL,
  source         text        NOT NULL,         -- the gate or stage
  policy         text        NOT NULL,
  policy_version int         NOT NULL,
  attempt        int         NOT NULL,
  actor          text        NOT NULL,
  PRIMARY KEY (delivery_id, seq, to_state)
);

-- A state without a trace entry that says this very state cannot be stored: it is written in the same statement or earlier
-- in the transaction.
ALTER TABLE delivery ADD CONSTRAINT delivery_explained
  FOREIGN KEY (id, trace_seq, state) REFERENCES trace (delivery_id, seq, to_state);

CREATE TABLE receipt (
  id          text        NOT NULL,
  delivery_id uuid        NOT NULL,
  delivered   boolean     NOT NULL,
  code        text        NOT NULL,
  text        text        NOT NULL,
  source      text        NOT NULL,
  at          timestamptz NOT NULL,
  times       int         NOT NULL DEFAULT 1,
  PRIMARY KEY (delivery_id, id)
);

-- The moves of the table in code; a test tries every pair of states against both.
CREATE FUNCTION delivery_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (CASE OLD.state
    WHEN 'QUEUED'   THEN NEW.state IN ('CLAIMED', 'QUEUED', 'MERGED', 'DEGRADED', 'SUPPRESSED', 'EXPIRED', 'CANCELLED', 'REJECTED')
    WHEN 'CLAIMED'  THEN NEW.state IN ('ACCEPTED', 'REJECTED', 'FAILED', 'UNKNOWN', 'QUEUED')
    WHEN 'ACCEPTED' THEN NEW.state IN ('DELIVERED', 'UNDELIVERED', 'ACCEPTED')
    WHEN 'UNKNOWN'  THEN NEW.state IN ('ACCEPTED', 'DELIVERED', 'UNDELIVERED')
    ELSE false
  END) THEN
    RAISE EXCEPTION 'delivery % cannot move from % to %', OLD.id, OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.trace_seq <> OLD.trace_seq + 1 THEN
    RAISE EXCEPTION 'delivery % moved to % without a trace entry of its own', OLD.id, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER delivery_moves BEFORE UPDATE OF state, trace_seq ON delivery
  FOR EACH ROW EXECUTE FUNCTION delivery_moves();

-- A delivery is born queued or as inbox only, with its first trace entry.
CREATE FUNCTION delivery_born() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state NOT IN ('QUEUED', 'INBOX_ONLY') OR NEW.trace_seq <> 1 THEN
    RAISE EXCEPTION 'delivery % cannot begin as % with trace entry %', NEW.id, NEW.state, NEW.trace_seq USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER delivery_born BEFORE INSERT ON delivery FOR EACH ROW EXECUTE FUNCTION delivery_born();
