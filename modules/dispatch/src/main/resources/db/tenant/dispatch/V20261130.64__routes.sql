-- Through which channels a notification type goes, in this order, where the notification itself names none.
CREATE TABLE route (
  type              text PRIMARY KEY,
  channels          text[]      NOT NULL CHECK (cardinality(channels) > 0),
  mode              text        NOT NULL CHECK (mode IN ('all', 'first')),
  accept_duplicates boolean     NOT NULL DEFAULT false, -- may an unknown outcome be followed by another channel?
  version           int         NOT NULL,
  updated_at        timestamptz NOT NULL,
  updated_by        text        NOT NULL
);
