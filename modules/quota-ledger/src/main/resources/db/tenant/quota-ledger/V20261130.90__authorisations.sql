-- Authorisations as a resource, and the ledger that they and the tenant's own quotas are kept in.

-- What authorisations are for: one recipient, one channel, one template of its provider.
CREATE TABLE grant_account (
  id           uuid PRIMARY KEY,
  recipient_id uuid        NOT NULL,
  channel      text        NOT NULL,
  template     text        NOT NULL CHECK (length(template) BETWEEN 1 AND 200),
  refused_at   timestamptz,                     -- the latest proof of a refusal: what was given before it is void
  refused      boolean     NOT NULL DEFAULT false, -- whether nothing was granted since
  opened_at    timestamptz NOT NULL,
  UNIQUE (recipient_id, channel, template),
  CHECK (refused_at IS NOT NULL OR NOT refused)
) WITH (fillfactor = 80);

-- What a person answered when asked, once for each question. Never changed.
CREATE TABLE consent_answer (
  id            uuid PRIMARY KEY,               -- grows with time
  recipient_id  uuid        NOT NULL,
  request_id    text        NOT NULL CHECK (length(request_id) BETWEEN 1 AND 128),
  account_id    uuid        NOT NULL REFERENCES grant_account (id),
  status        text        NOT NULL,           -- the provider's word
  kind          text        NOT NULL CHECK (kind IN ('one_time', 'long_term')),
  source        text        NOT NULL,           -- which action of the person it belongs to
  answered_at   timestamptz NOT NULL,           -- as told, but never after it was registered
  registered_at timestamptz NOT NULL,
  registered_by text        NOT NULL,
  UNIQUE (recipient_id, request_id),
  CHECK (answered_at <= registered_at)
);
CREATE INDEX consent_answer_page ON consent_answer (recipient_id, id DESC);
CREATE INDEX consent_answer_refusals ON consent_answer (account_id, answered_at) WHERE status = 'reject';

-- One accepted question is one authorisation; it has its answer's id.
CREATE TABLE authorisation (
  id          uuid PRIMARY KEY REFERENCES consent_answer (id),
  account_id  uuid        NOT NULL REFERENCES grant_account (id),
  kind        text        NOT NULL CHECK (kind IN ('one_time', 'long_term')),
  state       text        NOT NULL CHECK (state IN ('available', 'reserved', 'consumed', 'invalid')),
  reason      text        NOT NULL CHECK (reason <> ''),
  answered_at timestamptz NOT NULL,
  delivery_id uuid,                             -- which one reserved it, and with which attempt
  attempt     int,
  reserved_at timestamptz,
  in_doubt    boolean     NOT NULL DEFAULT false, -- a call may have used it: it is not released any more
  ended_at    timestamptz,
  CHECK ((delivery_id IS NULL) = (attempt IS NULL) AND (delivery_id IS NULL) = (reserved_at IS NULL)),
  CHECK (state <> 'available' OR (delivery_id IS NULL AND NOT in_doubt)),
  CHECK (state NOT IN ('reserved', 'consumed') OR delivery_id IS NOT NULL),
  CHECK ((state IN ('consumed', 'invalid')) = (ended_at IS NOT NULL)),
  -- one that lasts is never used up
  CHECK (kind = 'one_time' OR state IN ('available', 'invalid'))
) WITH (fillfactor = 80);
-- The claim takes the oldest first.
CREATE INDEX authorisation_available ON authorisation (account_id, kind, answered_at, id) WHERE state = 'available';
CREATE INDEX authorisation_of_account ON authorisation (account_id, state);
-- One attempt uses one authorisation.
CREATE UNIQUE INDEX authorisation_of_attempt ON authorisation (delivery_id, attempt) WHERE delivery_id IS NOT NULL;

-- The moves of the table in code.
CREATE FUNCTION authorisation_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NOT (CASE OLD.state
    WHEN 'available' THEN NEW.state IN ('reserved', 'invalid')
    WHEN 'reserved'  THEN NEW.state IN ('consumed', 'available', 'invalid')
    ELSE false
  END) THEN
    RAISE EXCEPTION 'authorisation % cannot become %', NEW.id, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER authorisation_born BEFORE INSERT ON authorisation FOR EACH ROW
  WHEN (NEW.state <> 'available') EXECUTE FUNCTION authorisation_moves();
CREATE TRIGGER authorisation_moves BEFORE UPDATE ON authorisation FOR EACH ROW
  WHEN (NEW.state <> OLD.state) EXECUTE FUNCTION authorisation_moves();

-- Every move of every authorisation and of every unit of a quota. An account is what authorisations are for, or a
-- quota in its period. A note moves nothing. No key refers to an account from here: checking it would lock the
-- account in every claim.
CREATE TABLE ledger_entry (
  seq              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at               timestamptz NOT NULL,
  account_id       uuid,
  quota            text,
  period           date,                        -- first day of the month
  kind             text        NOT NULL,
  from_state       text,                        -- null: comes into the account
  to_state         text,                        -- null: leaves it again
  amount           bigint      NOT NULL CHECK (amount >= 0),
  authorisation_id uuid,
  delivery_id      uuid,
  attempt          int,
  actor            text        NOT NULL CHECK (actor <> ''),
  reason           text        NOT NULL CHECK (reason <> ''),
  CHECK ((account_id IS NULL) <> (quota IS NULL) AND (quota IS NULL) = (period IS NULL)),
  CHECK (CASE kind
    WHEN 'granted'  THEN amount > 0 AND from_state IS NULL AND to_state = 'available' AND quota IS NULL
    WHEN 'reserved' THEN amount > 0 AND to_state = 'reserved'
                         AND (from_state = 'available' AND quota IS NULL OR from_state IS NULL AND quota IS NOT NULL)
    WHEN 'consumed' THEN amount > 0 AND to_state = 'consumed'
                         AND (from_state = 'reserved' OR from_state IS NULL AND quota IS NOT NULL)
    WHEN 'released' THEN amount > 0 AND from_state = 'reserved'
                         AND (to_state = 'available' AND quota IS NULL OR to_state IS NULL AND quota IS NOT NULL)
    WHEN 'voided'   THEN amount > 0 AND from_state IN ('available', 'reserved') AND to_state = 'invalid' AND quota IS NULL
    WHEN 'noted'    THEN amount = 0 AND from_state IS NULL AND to_state IS NULL
    ELSE false
  END)
);
CREATE INDEX ledger_entry_of_authorisation ON ledger_entry (authorisation_id, seq) WHERE authorisation_id IS NOT NULL;
CREATE INDEX ledger_entry_of_delivery ON ledger_entry (delivery_id, seq) WHERE delivery_id IS NOT NULL;

CREATE FUNCTION ledger_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an entry of the ledger is never changed and never removed' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER ledger_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_stays();

-- What a provider reported of a person's will, apart from any answer that a client handed in.
CREATE TABLE consent_evidence (
  channel_account_id uuid        NOT NULL,
  report_id          text        NOT NULL,
  recipient_id       uuid        NOT NULL,
  template           text        NOT NULL,
  status             text        NOT NULL,
  decided_at         timestamptz NOT NULL,      -- as the provider says
  heard_at           timestamptz NOT NULL,
  PRIMARY KEY (channel_account_id, report_id, recipient_id)
);
