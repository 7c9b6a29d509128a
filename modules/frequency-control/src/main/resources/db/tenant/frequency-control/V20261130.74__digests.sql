-- What did not fit into a window goes out together, when the window allows it.
CREATE TABLE calm_digest (
  id             uuid PRIMARY KEY,        -- the delivery that opened it; merged deliveries point here
  carrier        uuid        NOT NULL,    -- the delivery that goes out for all of them
  recipient_id   uuid        NOT NULL,
  account_id     uuid        NOT NULL,
  subject        text        NOT NULL CHECK (subject <> ''),
  policy_version int         NOT NULL,    -- in force when it opened; a later one does not touch it
  opened_at      timestamptz NOT NULL,
  due_at         timestamptz NOT NULL,
  state          text        NOT NULL CHECK (state IN ('open', 'sent', 'ended')),
  members        int         NOT NULL DEFAULT 1 CHECK (members > 0), -- with its carrier
  closed_at      timestamptz,
  end_reason     text,
  CHECK ((state = 'open') = (closed_at IS NULL)),
  CHECK ((state = 'ended') = (end_reason IS NOT NULL))
) WITH (fillfactor = 80);
-- One open digest for a person, a subject and an account.
CREATE UNIQUE INDEX calm_digest_open ON calm_digest (recipient_id, account_id, subject) WHERE state = 'open';
-- A delivery carries one digest in its life.
CREATE UNIQUE INDEX calm_digest_carrier ON calm_digest (carrier);
CREATE INDEX calm_digest_of_recipient ON calm_digest (recipient_id, id DESC);

-- Who joined. The delivery itself names its digest as well; from here it is found.
CREATE TABLE calm_member (
  digest_id   uuid        NOT NULL REFERENCES calm_digest (id),
  delivery_id uuid        NOT NULL,
  at          timestamptz NOT NULL,
  PRIMARY KEY (digest_id, delivery_id),
  CHECK (delivery_id <> digest_id)        -- a digest never joins itself
);
