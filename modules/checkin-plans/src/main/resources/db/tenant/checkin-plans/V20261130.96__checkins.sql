-- What people did. Written before anything about reminders is tried.
CREATE TABLE plan_checkin (
  id             uuid PRIMARY KEY,               -- grows with time
  plan_id        uuid        NOT NULL REFERENCES plan (id),
  action_id      text        NOT NULL,
  occurred_at    timestamptz NOT NULL,           -- as the client's clock said
  counted_at     timestamptz NOT NULL,           -- the same within bounds
  clock          text        NOT NULL CHECK (clock IN ('in_bounds', 'too_old', 'ahead')),
  day            date        NOT NULL,           -- the person's
  count          int         NOT NULL CHECK (count BETWEEN 1 AND 1000),
  daily_goal     int         CHECK (daily_goal BETWEEN 1 AND 1000),
  grant_request  text,
  grant_template text,
  grant_status   text,
  recorded_at    timestamptz NOT NULL,
  actor          text        NOT NULL,
  answer         jsonb,                          -- as it was given; a repetition gets it again
  handled_at     timestamptz,                    -- when its plan took note of it
  tries          int         NOT NULL DEFAULT 0,
  retry_at       timestamptz NOT NULL,
  UNIQUE (plan_id, action_id),
  CHECK ((grant_request IS NULL) = (grant_template IS NULL) AND (grant_request IS NULL) = (grant_status IS NULL)),
  CHECK ((answer IS NULL) = (handled_at IS NULL))
);
CREATE INDEX plan_checkin_open ON plan_checkin (retry_at) WHERE handled_at IS NULL;
CREATE INDEX plan_checkin_latest ON plan_checkin (plan_id, id DESC);

CREATE TABLE plan_day (
  plan_id uuid    NOT NULL REFERENCES plan (id),
  day     date    NOT NULL,
  count   int     NOT NULL,
  goal    int,                                   -- null: the plan's
  reached boolean NOT NULL,
  PRIMARY KEY (plan_id, day)
);
