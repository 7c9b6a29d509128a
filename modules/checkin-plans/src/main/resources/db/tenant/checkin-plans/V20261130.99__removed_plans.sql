-- Finds what became of a person's removed plans, when somebody asks why they got nothing.
CREATE INDEX plan_removed ON plan (recipient_id) WHERE removed_at IS NOT NULL;
