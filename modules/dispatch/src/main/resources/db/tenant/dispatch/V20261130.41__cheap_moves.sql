-- The commonest moves are seen to be right without a call; every other one is judged by the function, which knows them all.
DROP TRIGGER delivery_moves ON delivery;
CREATE TRIGGER delivery_moves BEFORE UPDATE OF state, trace_seq ON delivery FOR EACH ROW
  WHEN (NEW.trace_seq <> OLD.trace_seq + 1
        OR NOT ((OLD.state = 'QUEUED' AND NEW.state = 'CLAIMED') OR (OLD.state = 'CLAIMED' AND NEW.state = 'ACCEPTED')))
  EXECUTE FUNCTION delivery_moves();

DROP TRIGGER delivery_born ON delivery;
CREATE TRIGGER delivery_born BEFORE INSERT ON delivery FOR EACH ROW
  WHEN (NEW.state <> 'QUEUED' OR NEW.trace_seq <> 1)
  EXECUTE FUNCTION delivery_born();
