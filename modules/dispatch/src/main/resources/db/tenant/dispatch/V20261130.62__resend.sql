-- A delivery that ended without reaching anybody can be followed by a new one of the same message. It stays
-- as it is; at most one follows it directly, so that resends form a chain.
ALTER TABLE delivery ADD COLUMN resend_of uuid REFERENCES delivery (id);
ALTER TABLE delivery DROP CONSTRAINT delivery_message_id_account_id_endpoint_id_key;
ALTER TABLE delivery ADD CONSTRAINT delivery_once UNIQUE NULLS NOT DISTINCT (message_id, account_id, endpoint_id, resend_of);
CREATE UNIQUE INDEX delivery_resend ON delivery (resend_of) WHERE resend_of IS NOT NULL;

-- Who asked for it, and why.
CREATE TABLE resend (
  delivery_id          uuid PRIMARY KEY REFERENCES delivery (id),   -- the new one
  asked_for            uuid        NOT NULL REFERENCES delivery (id), -- the one that the caller named
  idempotency_key      text UNIQUE,
  duplicate_acceptable boolean     NOT NULL,
  reason               text        NOT NULL CHECK (reason <> ''),
  asked_by             text        NOT NULL,
  asked_at             timestamptz NOT NULL
);

-- What ended without reaching anybody; the query names the same condition.
CREATE INDEX delivery_unreached ON delivery (id)
  WHERE state IN ('REJECTED', 'FAILED', 'UNKNOWN', 'UNDELIVERED', 'EXPIRED', 'CANCELLED')
     OR (state = 'ACCEPTED' AND receipt_overdue_at IS NOT NULL);
