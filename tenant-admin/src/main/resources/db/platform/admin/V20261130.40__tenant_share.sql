-- A tenant's weight where tenants take turns; its plan says it.
ALTER TABLE platform.tenant ADD COLUMN share smallint NOT NULL DEFAULT 1 CHECK (share BETWEEN 1 AND 16);
