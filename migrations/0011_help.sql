-- What is won with help stands in a table of its own: that somebody asked what the moves of their running match are worth
-- is stored with the match before they are told. Of the matches until now nobody knows, so they count as they did.

ALTER TABLE matches ADD COLUMN is_helped INTEGER NOT NULL DEFAULT 0 CHECK (is_helped IN (0, 1));
