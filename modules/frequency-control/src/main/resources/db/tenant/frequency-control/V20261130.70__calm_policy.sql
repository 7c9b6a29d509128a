-- How calm the tenant wants to be. Version 1 is built in; a version never changes and never goes.
CREATE TABLE calm_policy (
  version    int PRIMARY KEY CHECK (version >= 2),
  policy     jsonb       NOT NULL,
  created_at timestamptz NOT NULL,
  created_by text        NOT NULL CHECK (created_by <> '')
);

CREATE FUNCTION calm_policy_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a version of the policy is never changed' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER calm_policy_stays BEFORE UPDATE OR DELETE ON calm_policy
  FOR EACH STATEMENT EXECUTE FUNCTION calm_policy_stays();
