-- What the tenant may use in a calendar month (UTC), and what it used.

CREATE TABLE quota_limit (
  quota         text PRIMARY KEY CHECK (quota ~ '^(messages|api_calls|paid_sends:[a-z][a-z0-9-]{1,39})$'),
  soft          bigint CHECK (soft >= 0),       -- from here on it is warned; null: never
  hard          bigint CHECK (hard >= 0),       -- not above this; null: unlimited, and counted all the same
  version       int         NOT NULL,
  set_at        timestamptz NOT NULL,
  set_by        text        NOT NULL,
  warned_period date,                           -- the month in which the soft limit was said to be reached
  CHECK (soft IS NULL OR hard IS NULL OR soft <= hard)
) WITH (fillfactor = 50);

-- Every limit that there was. Both null: none any more.
CREATE TABLE quota_change (
  quota   text        NOT NULL,
  version int         NOT NULL,
  soft    bigint,
  hard    bigint,
  set_at  timestamptz NOT NULL,
  set_by  text        NOT NULL,
  PRIMARY KEY (quota, version)
);

-- What claims have reserved of limited quotas. Its attempt's outcome takes it away.
CREATE TABLE quota_hold (
  delivery_id uuid NOT NULL,
  quota       text NOT NULL,
  attempt     int  NOT NULL,
  day         date NOT NULL,
  PRIMARY KEY (delivery_id, quota)
);

-- What became of calls, and what was left to the inbox, by day (UTC) and channel.
CREATE TABLE usage_day (
  day      date   NOT NULL,
  channel  text   NOT NULL,
  accepted bigint NOT NULL DEFAULT 0,
  unknown  bigint NOT NULL DEFAULT 0,
  rejected bigint NOT NULL DEFAULT 0,
  failed   bigint NOT NULL DEFAULT 0,
  degraded bigint NOT NULL DEFAULT 0,
  metered  bigint NOT NULL DEFAULT 0,           -- counts as a message of the month
  paid     bigint NOT NULL DEFAULT 0,           -- counts as a paid send of its channel
  PRIMARY KEY (day, channel)
) WITH (fillfactor = 50);

-- Deliveries that are counted as unknown: an acceptance that comes late is the same message.
CREATE TABLE metered_unknown (
  delivery_id uuid NOT NULL,
  attempt     int  NOT NULL,
  day         date NOT NULL,
  PRIMARY KEY (delivery_id, attempt)
);

CREATE TABLE api_day (
  day   date PRIMARY KEY,
  calls bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
