-- What moved lately, for pages that are told of it, and what troubles. The trace only grows, so both indexes grow at
-- their end; an index of the delivery's times would be written with each of its moves.
CREATE INDEX trace_at ON trace (at);
CREATE INDEX trace_trouble ON trace (at)
  WHERE to_state IN ('REJECTED', 'FAILED', 'UNKNOWN', 'UNDELIVERED') OR cause = 'OVERDUE';
-- What began when.
CREATE INDEX trace_birth ON trace (at) INCLUDE (delivery_id) WHERE seq = 1;
