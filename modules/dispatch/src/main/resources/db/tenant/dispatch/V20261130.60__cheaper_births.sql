-- A row that begins as it should never enters the function: 100,000 births cost 100,000 calls otherwise.
DROP TRIGGER delivery_born ON delivery;
CREATE TRIGGER delivery_born BEFORE INSERT ON delivery FOR EACH ROW
  WHEN (NEW.state NOT IN ('QUEUED', 'INBOX_ONLY') OR NEW.trace_seq <> 1) EXECUTE FUNCTION delivery_born();
