-- Whether a race begins again by itself a week after it began: the newest of such races says so, until somebody stops
-- them. A thread has the channel it is in (parent_id), as for matches, for the settings say in which channels she plays.

ALTER TABLE races ADD COLUMN parent_id INTEGER;
ALTER TABLE races ADD COLUMN is_weekly INTEGER NOT NULL DEFAULT 0 CHECK (is_weekly IN (0, 1));
CREATE INDEX races_weekly ON races (begun_at) WHERE is_weekly = 1;
