-- Whose turn it is, is the rules' answer and not a matter of counting moves: in some games a player moves twice in a row.
-- It is stored with every move (0 the first player, 1 the second), so that the matches in which Maxine is to move are
-- found by an index of just those. In all games until now the players took turns.

ALTER TABLE matches ADD COLUMN to_move INTEGER NOT NULL DEFAULT 0 CHECK (to_move IN (0, 1));
UPDATE matches SET to_move = (SELECT count(*) FROM moves WHERE match_id = id) % 2;

DROP INDEX matches_running_maxine;
CREATE INDEX matches_awaited ON matches (id)
    WHERE result IS NULL AND level IS NOT NULL AND to_move = (first_id IS NOT NULL);
