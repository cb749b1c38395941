-- Whether the player to move was reminded of due_at; it is begun anew whenever that is set. And when anybody was last
-- awake to take a move, in seconds since the epoch, and how many seconds were lost until then because nobody was. due_at is
-- stored without those, and compared with seen_at - lost and with no clock: so time in which nobody was awake counts for
-- nothing, and changes one row. It stands still while no match has a due_at. On a board that nobody sees no time passes.

ALTER TABLE matches ADD COLUMN is_reminded INTEGER NOT NULL DEFAULT 0 CHECK (is_reminded IN (0, 1));
CREATE INDEX matches_due ON matches (due_at) WHERE result IS NULL AND due_at IS NOT NULL AND message_id IS NOT NULL;

CREATE TABLE awake (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    seen_at REAL    NOT NULL,
    lost    REAL    NOT NULL
) STRICT;
