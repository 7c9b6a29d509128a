-- What the simulator was asked and what it did, so that a tenant sees its tries from the other side.
CREATE TABLE sandbox_call (
  id          uuid PRIMARY KEY,            -- grows with time
  at          timestamptz NOT NULL,
  account_id  uuid        NOT NULL,
  delivery_id uuid        NOT NULL,
  channel     text        NOT NULL,
  magic       text,                        -- null: the address was none of the magic ones
  call        int         NOT NULL CHECK (call >= 1), -- of this delivery
  note        text        NOT NULL
);
CREATE INDEX sandbox_call_delivery ON sandbox_call (delivery_id);
