-- How a match ended besides its result; how many seconds there are for a move, and until when the player to move has to
-- move (NULL: there is no limit); whether both players agreed that it counts for their ratings; what one of them (0 the
-- first, 1 the second) offers the other just now. changes counts the offers and takebacks so far: a match whose moves are
-- as many as before may have others since. Of the matches until now nobody knows how they ended: those
-- with the result abandoned are read as ended by abandonment, and not written anew for that.

ALTER TABLE matches ADD COLUMN manner TEXT
    CHECK (manner IN ('rules', 'resignation', 'agreement', 'time', 'stop', 'abandonment'));
ALTER TABLE matches ADD COLUMN pace INTEGER CHECK (pace > 0);
ALTER TABLE matches ADD COLUMN due_at REAL;
ALTER TABLE matches ADD COLUMN is_rated INTEGER NOT NULL DEFAULT 0 CHECK (is_rated IN (0, 1));
ALTER TABLE matches ADD COLUMN offer TEXT CHECK (offer IN ('draw', 'takeback'));
ALTER TABLE matches ADD COLUMN offered_by INTEGER
    CHECK ((offered_by IS NULL) = (offer IS NULL) AND offered_by IN (0, 1));
ALTER TABLE matches ADD COLUMN changes INTEGER NOT NULL DEFAULT 0 CHECK (changes >= 0);

ALTER TABLE invitations ADD COLUMN pace INTEGER CHECK (pace > 0);
ALTER TABLE invitations ADD COLUMN is_rated INTEGER NOT NULL DEFAULT 0 CHECK (is_rated IN (0, 1));
