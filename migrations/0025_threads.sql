-- A match may be played in a thread of its own, which is begun from the message that shows it first and has its id.
-- parent_id is the channel that the thread of a match is in (NULL: it is played in no thread); it is channel_id itself
-- as long as the match is yet to get its thread. That of an invitation tells the same of the match that it becomes.

ALTER TABLE matches ADD COLUMN parent_id INTEGER;
ALTER TABLE invitations ADD COLUMN parent_id INTEGER;
CREATE INDEX matches_running_below ON matches (parent_id, id) WHERE result IS NULL AND parent_id IS NOT NULL;

-- Whether challenges on a server get a thread where nobody says it.
ALTER TABLE servers ADD COLUMN has_threads INTEGER NOT NULL DEFAULT 0 CHECK (has_threads IN (0, 1));
