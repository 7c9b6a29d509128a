-- What the call that created the tenant asked for, however it was changed since: a repetition is told from a reuse.
ALTER TABLE tenant ADD COLUMN sandbox_asked boolean NOT NULL DEFAULT false;
UPDATE tenant SET sandbox_asked = sandbox_allowed;

-- of tenants that were made with one key before this rule, the first keeps it
UPDATE tenant later SET idempotency_key = NULL
WHERE EXISTS (SELECT FROM tenant first WHERE first.idempotency_key = later.idempotency_key AND first.id < later.id
  AND first.state <> 'DELETED');
CREATE UNIQUE INDEX tenant_idempotency_key ON tenant (idempotency_key) WHERE state <> 'DELETED';
