-- Browsers that are signed in, in the form of Spring Session. session_id is a hash of what the cookie holds;
-- principal_name is the id of the key that was signed in with, never its text. Times are milliseconds of the epoch.
CREATE TABLE browser_session (
  primary_id            char(36) PRIMARY KEY,
  session_id            text   NOT NULL UNIQUE CHECK (length(session_id) = 64),
  creation_time         bigint NOT NULL,
  last_access_time      bigint NOT NULL,
  max_inactive_interval int    NOT NULL, -- seconds
  expiry_time           bigint NOT NULL,
  principal_name        text
);
CREATE INDEX browser_session_expiry ON browser_session (expiry_time);

CREATE TABLE browser_session_attributes (
  session_primary_id char(36) NOT NULL REFERENCES browser_session (primary_id) ON DELETE CASCADE,
  attribute_name     text     NOT NULL,
  attribute_bytes    bytea    NOT NULL,
  PRIMARY KEY (session_primary_id, attribute_name)
);
