-- A person's check-in reminders. Times are UTC; the hours are the person's own.
CREATE TABLE plan (
  id               uuid PRIMARY KEY,
  recipient_id     uuid        NOT NULL,
  key              text        NOT NULL CHECK (length(key) BETWEEN 1 AND 64),
  type             text        NOT NULL,
  channel          text        NOT NULL,
  title            text,
  payload          jsonb       NOT NULL,
  interval_minutes int         NOT NULL CHECK (interval_minutes BETWEEN 5 AND 1440),
  wake             time        NOT NULL,
  sleep            time        NOT NULL CHECK (sleep <> wake),  -- before wake: awake over midnight
  daily_goal       int         NOT NULL CHECK (daily_goal BETWEEN 1 AND 1000),
  state            text        NOT NULL CHECK (state IN ('disabled', 'scheduled', 'sending', 'awaiting_checkin', 'paused')),
  reason           text        NOT NULL CHECK (reason <> ''),
  numbers          jsonb       NOT NULL,
  history_seq      int         NOT NULL,             -- the entry that explains this state; see the foreign key below
  next_at          timestamptz,
  reminder_id      uuid,                             -- the notification that this state is about
  checked_in       boolean     NOT NULL DEFAULT false, -- while its reminder was being sent
  last_checkin_at  timestamptz,
  removed_at       timestamptz,                      -- a removed plan stays for its history
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  CHECK ((state = 'scheduled') = (next_at IS NOT NULL)),
  CHECK (state <> 'sending' OR reminder_id IS NOT NULL),
  CHECK (NOT checked_in OR state = 'sending'),
  CHECK (removed_at IS NULL OR state = 'disabled')
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX plan_once ON plan (recipient_id, key) WHERE removed_at IS NULL;
CREATE INDEX plan_due ON plan (next_at, id) WHERE state = 'scheduled' AND reminder_id IS NULL;

-- Everything that moved a plan.
CREATE TABLE plan_history (
  plan_id         uuid        NOT NULL,
  seq             int         NOT NULL CHECK (seq > 0),
  at              timestamptz NOT NULL,
  from_state      text,
  to_state        text        NOT NULL,
  cause           text        NOT NULL CHECK (cause <> ''),
  reason          text        NOT NULL CHECK (reason <> ''),
  numbers         jsonb       NOT NULL,
  next_at         timestamptz,
  notification_id uuid,
  actor           text        NOT NULL CHECK (actor <> ''),
  PRIMARY KEY (plan_id, seq, to_state)
);

-- A state without an entry that says this very state cannot be stored.
ALTER TABLE plan ADD CONSTRAINT plan_explained
  FOREIGN KEY (id, history_seq, state) REFERENCES plan_history (plan_id, seq, to_state);

CREATE FUNCTION plan_history_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an entry of a plan''s history is never changed' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER plan_history_stays BEFORE UPDATE ON plan_history FOR EACH STATEMENT EXECUTE FUNCTION plan_history_stays();

-- The moves of the table in code; a test tries every pair of states against both.
CREATE FUNCTION plan_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (CASE OLD.state
    WHEN 'disabled'         THEN NEW.state IN ('scheduled', 'disabled')
    WHEN 'scheduled'        THEN NEW.state IN ('sending', 'scheduled', 'paused', 'disabled')
    WHEN 'sending'          THEN NEW.state IN ('awaiting_checkin', 'paused', 'disabled')
    WHEN 'awaiting_checkin' THEN NEW.state IN ('scheduled', 'paused', 'disabled')
    WHEN 'paused'           THEN NEW.state IN ('scheduled', 'awaiting_checkin', 'paused', 'disabled')
    ELSE false
  END) THEN
    RAISE EXCEPTION 'plan % cannot move from % to %', OLD.id, OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.history_seq <> OLD.history_seq + 1 THEN
    RAISE EXCEPTION 'plan % moved to % without an entry of its own', OLD.id, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER plan_moves BEFORE UPDATE OF state, history_seq ON plan FOR EACH ROW EXECUTE FUNCTION plan_moves();

CREATE FUNCTION plan_born() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state <> 'disabled' OR NEW.history_seq <> 1 THEN
    RAISE EXCEPTION 'plan % cannot begin as % with entry %', NEW.id, NEW.state, NEW.history_seq USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER plan_born BEFORE INSERT ON plan FOR EACH ROW EXECUTE FUNCTION plan_born();
