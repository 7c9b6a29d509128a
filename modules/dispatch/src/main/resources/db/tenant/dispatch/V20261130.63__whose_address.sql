-- Finds whose an address is without opening any.
CREATE INDEX endpoint_by_address ON endpoint (channel, address_print) WHERE removed_at IS NULL;
