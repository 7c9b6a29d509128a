-- Which deliveries are a plan's reminders, and whether their plan still waits for them.
CREATE TABLE plan_reminder (
  delivery_id     uuid PRIMARY KEY,
  notification_id uuid NOT NULL,
  plan_id         uuid NOT NULL REFERENCES plan (id),
  standing        text NOT NULL CHECK (standing IN ('waiting', 'sending', 'accepted', 'ended')),
  queued_at       timestamptz NOT NULL
);
CREATE INDEX plan_reminder_of_notification ON plan_reminder (notification_id);
CREATE INDEX plan_reminder_of_plan ON plan_reminder (plan_id, queued_at);

-- People whose authorisations changed while somebody else held one of their plans: looked at again soon.
CREATE TABLE plan_news (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient_id uuid        NOT NULL,
  channel      text        NOT NULL,
  at           timestamptz NOT NULL
);
