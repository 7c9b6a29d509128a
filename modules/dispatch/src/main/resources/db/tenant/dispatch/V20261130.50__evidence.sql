-- Receipts say more than yes or no, name deliveries by the provider's id, and are waited for.

ALTER TABLE receipt
  ADD COLUMN status        text        NOT NULL DEFAULT 'undelivered' CHECK (status IN ('delivered', 'undelivered', 'progress')),
  ADD COLUMN proofs        text[]      NOT NULL DEFAULT '{}',
  ADD COLUMN occurred_at   timestamptz,                    -- as the provider says
  ADD COLUMN last_at       timestamptz,                    -- when it came again
  ADD COLUMN about_attempt int         NOT NULL DEFAULT 0, -- the claim that the delivery stood at; 0: before any
  ADD COLUMN disagrees     boolean     NOT NULL DEFAULT false;
UPDATE receipt r SET status = CASE WHEN r.delivered THEN 'delivered' ELSE 'undelivered' END, about_attempt = d.attempt
FROM delivery d WHERE d.id = r.delivery_id;
ALTER TABLE receipt ALTER COLUMN status DROP DEFAULT, ALTER COLUMN about_attempt DROP DEFAULT;
ALTER TABLE receipt DROP COLUMN delivered;
ALTER TABLE receipt ADD COLUMN delivered boolean GENERATED ALWAYS AS (status = 'delivered') STORED;
CREATE INDEX receipt_disagrees ON receipt (delivery_id DESC) WHERE disagrees;

CREATE INDEX delivery_of_provider ON delivery (account_id, provider_ref) WHERE provider_ref IS NOT NULL;

-- An account's own patience with its provider's receipts; null: the channel's.
ALTER TABLE channel_account ADD COLUMN receipt_within_seconds int CHECK (receipt_within_seconds BETWEEN 1 AND 2592000);

-- Deliveries for which evidence is waited for or can be asked, and what became of the waiting. A row stays: it is what
-- the silent-failure rate is counted from.
CREATE TABLE awaited (
  delivery_id     uuid PRIMARY KEY,
  account_id      uuid        NOT NULL,
  channel         text        NOT NULL,
  type            text        NOT NULL,
  accepted_at     timestamptz,                 -- null: its answer is unknown
  expects_receipt boolean     NOT NULL,        -- only then is silence a possible failure
  overdue_at      timestamptz,                 -- when silence is to be marked; null: not, or not any more
  marked_at       timestamptz,                 -- when it was marked
  ask_at          timestamptz,                 -- when the provider is asked next; null: not, or not any more
  asks            int         NOT NULL DEFAULT 0,
  outcome         text CHECK (outcome IN ('delivered', 'undelivered')),
  due_at          timestamptz GENERATED ALWAYS AS (least(overdue_at, ask_at)) STORED
);
CREATE INDEX awaited_due ON awaited (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX awaited_accepted ON awaited (accepted_at) WHERE accepted_at IS NOT NULL;

-- What a provider said when it was asked. Only what it found counts as evidence, and is then a receipt as well.
CREATE TABLE inquiry (
  delivery_id uuid        NOT NULL,
  ask         int         NOT NULL CHECK (ask > 0),
  at          timestamptz NOT NULL,
  answer      text        NOT NULL CHECK (answer IN ('delivered', 'undelivered', 'progress', 'not_found', 'no_answer')),
  code        text        NOT NULL,
  text        text        NOT NULL,
  PRIMARY KEY (delivery_id, ask)
);

-- One move more: a delivery that waits for its retry, and of which evidence says that it arrived after all.
CREATE OR REPLACE FUNCTION delivery_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (CASE OLD.state
    WHEN 'QUEUED'   THEN NEW.state IN ('CLAIMED', 'QUEUED', 'MERGED', 'DEGRADED', 'SUPPRESSED', 'EXPIRED', 'CANCELLED', 'REJECTED')
                         OR (NEW.state = 'DELIVERED' AND OLD.attempt > 0)
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
