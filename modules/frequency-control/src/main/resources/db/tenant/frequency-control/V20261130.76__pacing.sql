-- How often a channel account may call. A row stays when the rate is removed, so that its version grows on.
CREATE TABLE calm_pacing (
  account_id  uuid PRIMARY KEY,
  calls       int CHECK (calls BETWEEN 1 AND 1000000),      -- null: any number
  per_seconds int         NOT NULL CHECK (per_seconds BETWEEN 1 AND 86400),
  burst       int         NOT NULL CHECK (burst BETWEEN 1 AND 1000000),
  version     int         NOT NULL,
  set_at      timestamptz NOT NULL,
  set_by      text        NOT NULL,
  last_call   timestamptz                                   -- by the database's clock, when its calls were last claimed
) WITH (fillfactor = 50);

-- What a provider asked to slow down, by the database's clock.
CREATE TABLE calm_slow (
  scope  text        NOT NULL CHECK (scope IN ('recipient', 'account')),
  key    text        NOT NULL,                              -- the account, or channel/recipient
  since  timestamptz NOT NULL,
  until  timestamptz NOT NULL,
  PRIMARY KEY (scope, key)
) WITH (fillfactor = 50);
