-- What was removed stays for the history of its deliveries, but no longer stands in the way of a new one.
ALTER TABLE endpoint ADD COLUMN removed_at timestamptz;
DROP INDEX endpoint_once;
CREATE UNIQUE INDEX endpoint_once ON endpoint (recipient_id, channel, address_print) WHERE removed_at IS NULL;

ALTER TABLE channel_account DROP CONSTRAINT channel_account_name_key;
CREATE UNIQUE INDEX channel_account_name ON channel_account (name) WHERE removed_at IS NULL;
