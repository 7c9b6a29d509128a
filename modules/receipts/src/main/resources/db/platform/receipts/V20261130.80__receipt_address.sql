-- Whose receipts come in at which address. The address itself is not stored: it is made from the tenant's key.
CREATE TABLE receipt_address (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  tenant     uuid        NOT NULL,
  account    uuid        NOT NULL,
  generation int         NOT NULL,
  created_at timestamptz NOT NULL,
  ends_at    timestamptz,               -- null: the current one
  UNIQUE (tenant, account, generation)
);
