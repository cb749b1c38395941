-- In the larger games Maxine's reply is stored after the move it answers. Matches that a crash left waiting for it are
-- found by this index, among the running ones against her.

CREATE INDEX matches_running_maxine ON matches (game) WHERE result IS NULL AND level IS NOT NULL;
