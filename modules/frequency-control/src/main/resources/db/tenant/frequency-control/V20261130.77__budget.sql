-- How many calls a channel account may make in a month. A row stays when the budget is removed, so that its version grows on.
CREATE TABLE calm_budget (
  account_id      uuid PRIMARY KEY,
  calls_per_month bigint CHECK (calls_per_month >= 0),      -- null: any number
  warn_at_percent int[]       NOT NULL,
  fallback        text,                                     -- the channel that takes over; null: the inbox
  zone            text        NOT NULL,
  version         int         NOT NULL,
  set_at          timestamptz NOT NULL,
  set_by          text        NOT NULL
) WITH (fillfactor = 50);

-- What is used of it: reserved by a claim, given back when an outcome proves that nothing was.
CREATE TABLE calm_budget_use (
  account_id uuid   NOT NULL,
  month      date   NOT NULL,                               -- its first day, in the budget's zone
  used       bigint NOT NULL CHECK (used >= 0),
  PRIMARY KEY (account_id, month)
) WITH (fillfactor = 50);

-- Deliveries whose call is counted and whose end is open.
CREATE TABLE calm_budget_hold (
  delivery_id uuid PRIMARY KEY,
  account_id  uuid    NOT NULL,
  month       date    NOT NULL,
  attempt     int     NOT NULL,
  spent       boolean NOT NULL DEFAULT false                -- an earlier call may have used it: never given back
);

-- Warning levels that a month has crossed, each once.
CREATE TABLE calm_budget_warning (
  account_id uuid        NOT NULL,
  month      date        NOT NULL,
  percent    int         NOT NULL,
  crossed_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, month, percent)
);
