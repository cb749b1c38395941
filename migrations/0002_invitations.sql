-- Between two people a match begins only when the invited one accepts. A closed invitation is kept, so that a late
-- press of its buttons can be answered with what became of it. begins is who makes the first move, NULL: drawn then.
-- One open or accepted invitation to the rematch of a match: two presses of Rematch send one.

CREATE TABLE invitations (
    id         INTEGER PRIMARY KEY,
    game       TEXT    NOT NULL,
    guild_id   INTEGER,
    channel_id INTEGER NOT NULL,
    inviter_id INTEGER NOT NULL,
    invitee_id INTEGER NOT NULL CHECK (invitee_id <> inviter_id),
    begins     INTEGER CHECK (begins IN (inviter_id, invitee_id)),
    created_at REAL    NOT NULL,
    fate       TEXT CHECK (fate IN ('accepted', 'declined', 'cancelled', 'expired')),
    rematch_of INTEGER REFERENCES matches (id)
) STRICT;

CREATE UNIQUE INDEX invitations_to_rematch ON invitations (rematch_of)
    WHERE rematch_of IS NOT NULL AND (fate IS NULL OR fate = 'accepted');
CREATE INDEX invitations_open ON invitations (created_at) WHERE fate IS NULL;
