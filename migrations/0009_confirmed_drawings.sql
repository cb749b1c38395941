-- What is stored is drawn afterwards, and a drawing may be lost on its way: it counts only once it is confirmed.
-- is_drawn is 0 while it is not known that the message of a match shows it as it is here; all that were stored before
-- this count as drawn. Those that are not are found by an index of just them.

ALTER TABLE matches ADD COLUMN is_drawn INTEGER NOT NULL DEFAULT 1 CHECK (is_drawn IN (0, 1));
CREATE INDEX matches_undrawn ON matches (id) WHERE is_drawn = 0 AND message_id IS NOT NULL;

-- The match that an accepted invitation became, so that another press of its buttons draws that.
ALTER TABLE invitations ADD COLUMN match_id INTEGER REFERENCES matches (id);

-- How many invitations somebody has sent lately that nobody has accepted.
CREATE INDEX invitations_of_inviter ON invitations (inviter_id, created_at) WHERE fate IS NOT 'accepted';

-- When it was begun to post what is shared; NULL once that is confirmed.
ALTER TABLE shares ADD COLUMN begun_at REAL;
