-- What accounts of several tenants share at a provider; all times by the database's clock.

-- When calls of an egress were last claimed: what is left to go by when Redis has lost its memory.
CREATE TABLE egress (
  name       text PRIMARY KEY,
  last_call  timestamptz NOT NULL,
  timeout_ms bigint      NOT NULL                           -- the longest of the calls that may be under way
) WITH (fillfactor = 50);

-- What a provider asked to slow down.
CREATE TABLE slow_egress (
  name  text PRIMARY KEY,                                   -- egress:… or provider:…
  since timestamptz NOT NULL,
  until timestamptz NOT NULL
) WITH (fillfactor = 50);
