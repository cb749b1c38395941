-- tried are the wrong moves that were tried in the present position of an attempt: each counts once.

ALTER TABLE attempts ADD COLUMN tried TEXT NOT NULL DEFAULT '';

-- Matches against Maxine are rated if the player chooses it, which those who chose it last stand here for. Until now all
-- were that a person played from the first move: they keep what they were.

CREATE TABLE rated_by_choice (
    user_id INTEGER PRIMARY KEY
) STRICT;

UPDATE matches SET is_rated = 1
    WHERE level IS NOT NULL AND origin_id IS NULL AND coalesce(first_id, 1) <> 0 AND coalesce(second_id, 1) <> 0;
