-- Whom not to try on a channel, and why. A row is lifted and stays.
CREATE TABLE suppression (
  id           uuid PRIMARY KEY,                -- grows with time
  recipient_id uuid        NOT NULL,
  channel      text        NOT NULL,
  endpoint_id  uuid,                            -- null: every address of the channel
  category     text,                            -- null: every category
  sandbox      boolean     NOT NULL,            -- a simulated provider said it: it bans the simulated address alone
  set_by       text        NOT NULL CHECK (set_by IN ('person', 'tenant')),
  reason       text        NOT NULL CHECK (reason <> ''),
  source       text        NOT NULL CHECK (source <> ''),
  evidence     text        NOT NULL CHECK (evidence <> ''),
  delivery_id  uuid,                            -- whose answer or receipt proved it
  since        timestamptz NOT NULL,            -- a consent that is younger lifts it
  created_at   timestamptz NOT NULL,
  lifted_at    timestamptz,
  lifted_by    text,
  lift_reason  text,
  CHECK ((lifted_at IS NULL) = (lifted_by IS NULL) AND (lifted_at IS NULL) = (lift_reason IS NULL)),
  CHECK (lifted_by <> '' AND lift_reason <> ''),
  CHECK (NOT sandbox OR endpoint_id IS NOT NULL)
);
-- What the person said and what the tenant wants are lifted apart from each other.
CREATE UNIQUE INDEX suppression_open ON suppression (recipient_id, channel, endpoint_id, category, set_by)
  NULLS NOT DISTINCT WHERE lifted_at IS NULL;
CREATE INDEX suppression_of_recipient ON suppression (recipient_id, id DESC);

CREATE FUNCTION suppression_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'suppression % was lifted, which is never changed', OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER suppression_stays BEFORE UPDATE ON suppression FOR EACH ROW
  WHEN (OLD.lifted_at IS NOT NULL) EXECUTE FUNCTION suppression_stays();

-- From when on the person wants it again, or somebody lifted what the person had set: a refusal that is not younger
-- is old news, however late it comes.
CREATE TABLE suppression_cleared (
  recipient_id uuid        NOT NULL,
  channel      text        NOT NULL,
  sandbox      boolean     NOT NULL,
  at           timestamptz NOT NULL,
  PRIMARY KEY (recipient_id, channel, sandbox)
) WITH (fillfactor = 80);
