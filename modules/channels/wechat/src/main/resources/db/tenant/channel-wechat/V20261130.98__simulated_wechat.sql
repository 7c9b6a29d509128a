-- What the simulated WeChat of sandbox accounts remembers. Its people are magic addresses, and nobody's.
CREATE TABLE wechat_simulated_token (
  account_id     uuid        PRIMARY KEY,
  token          text        NOT NULL,
  expires_at     timestamptz NOT NULL,
  previous       text,                     -- valid beside it for a while after a renewal
  previous_until timestamptz
);

-- One row for each person and template that somebody decided about. Who has no row at all consents to everything.
CREATE TABLE wechat_simulated_consent (
  account_id uuid    NOT NULL,
  openid     text    NOT NULL,
  template   text    NOT NULL,
  status     text    NOT NULL CHECK (status IN ('accept', 'reject')), -- the last answer
  remaining  int     NOT NULL CHECK (remaining >= 0),
  long_term  boolean NOT NULL,             -- one consent for many messages
  refused    boolean NOT NULL,             -- in the settings
  kept       text    CHECK (kept IN ('accept', 'reject')), -- "always keep": no dialog any more
  PRIMARY KEY (account_id, openid, template)
);

CREATE TABLE wechat_simulated_message (
  msgid         bigint      GENERATED ALWAYS AS IDENTITY (START WITH 2402917123456789000) PRIMARY KEY,
  account_id    uuid        NOT NULL,
  openid        text        NOT NULL,
  template      text        NOT NULL,
  client_msg_id text,                      -- null: nothing removes duplicates
  at            timestamptz NOT NULL,
  shown         int         NOT NULL CHECK (shown >= 1) -- how often the person got it
);
CREATE INDEX wechat_simulated_message_person ON wechat_simulated_message (account_id, openid, msgid);
CREATE UNIQUE INDEX wechat_simulated_message_once ON wechat_simulated_message (account_id, openid, client_msg_id);
