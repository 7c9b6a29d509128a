-- Customers of the platform. A deleted one stays as a row: ids are never reused, and audits name it.
CREATE TABLE tenant (
  id              uuid PRIMARY KEY,
  slug            text        NOT NULL CHECK (slug ~ '^[a-z][a-z0-9-]{1,38}[a-z0-9]$'),
  name            text        NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  state           text        NOT NULL CHECK (state IN ('PROVISIONING', 'ACTIVE', 'SUSPENDED', 'DELETING', 'DELETED')),
  sandbox_allowed boolean     NOT NULL,
  schema_stamp    text,               -- of the scripts its schema was last migrated with
  trouble         text,               -- why it cannot be served: the last provisioning, migration or deletion failed
  idempotency_key text,               -- of the call that created it
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL
);
-- a deleted tenant's slug is free again
CREATE UNIQUE INDEX tenant_slug ON tenant (slug) WHERE state <> 'DELETED';

-- Data keys, wrapped by the master key. A destroyed one keeps its row without the bytes.
CREATE TABLE tenant_key (
  tenant       uuid        NOT NULL REFERENCES tenant (id),
  purpose      text        NOT NULL CHECK (purpose IN ('DATA', 'PRINT')),
  version      int         NOT NULL CHECK (version > 0),
  wrapped      bytea,
  created_at   timestamptz NOT NULL,
  destroyed_at timestamptz,
  PRIMARY KEY (tenant, purpose, version),
  CHECK ((wrapped IS NULL) = (destroyed_at IS NOT NULL))
);

-- Keys are shown once; only a hash of the secret half is kept.
CREATE TABLE api_key (
  id           uuid PRIMARY KEY,
  tenant       uuid        NOT NULL REFERENCES tenant (id),
  prefix       text        NOT NULL UNIQUE CHECK (length(prefix) = 8),
  hash         bytea       NOT NULL CHECK (length(hash) = 32),
  name         text        NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  scopes       text[]      NOT NULL,
  created_at   timestamptz NOT NULL,
  created_by   text        NOT NULL,
  expires_at   timestamptz,
  revoked_at   timestamptz,
  revoked_by   text,
  last_used_at timestamptz            -- to the minute
);
CREATE INDEX api_key_of_tenant ON api_key (tenant, id DESC);

CREATE TABLE operator_key (
  id         uuid PRIMARY KEY,
  prefix     text        NOT NULL UNIQUE CHECK (length(prefix) = 8),
  hash       bytea       NOT NULL CHECK (length(hash) = 32),
  name       text        NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  created_at timestamptz NOT NULL,
  revoked_at timestamptz
);

-- What operators did, where the tenant concerned can be shown it.
CREATE TABLE operator_audit (
  id       uuid PRIMARY KEY,
  at       timestamptz NOT NULL,
  operator text        NOT NULL,
  action   text        NOT NULL,
  tenant   uuid REFERENCES tenant (id),
  detail   jsonb       NOT NULL DEFAULT '{}'
);
CREATE INDEX operator_audit_of_tenant ON operator_audit (tenant, id DESC);
