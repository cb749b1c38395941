-- An invitation may be open to whoever accepts it first (invitee_id NULL; begins 0: they begin). closed_at is when it was
-- answered, and message_id the message that is still to say that it expired. To let invitee_id be NULL the table is built
-- anew. And whose challenges somebody does not want (blocked_id 0: anybody's).

CREATE TABLE invitations_anew (
    id         INTEGER PRIMARY KEY,
    game       TEXT    NOT NULL,
    guild_id   INTEGER,
    channel_id INTEGER NOT NULL,
    inviter_id INTEGER NOT NULL,
    invitee_id INTEGER CHECK (invitee_id <> inviter_id),
    begins     INTEGER CHECK (begins IN (inviter_id, coalesce(invitee_id, 0))),
    created_at REAL    NOT NULL,
    fate       TEXT CHECK (fate IN ('accepted', 'declined', 'cancelled', 'expired')),
    rematch_of INTEGER REFERENCES matches (id),
    match_id   INTEGER REFERENCES matches (id),
    pace       INTEGER CHECK (pace > 0),
    is_rated   INTEGER NOT NULL DEFAULT 0 CHECK (is_rated IN (0, 1)),
    closed_at  REAL,
    message_id INTEGER
) STRICT;
INSERT INTO invitations_anew (id, game, guild_id, channel_id, inviter_id, invitee_id, begins, created_at, fate,
    rematch_of, match_id, pace, is_rated)
    SELECT id, game, guild_id, channel_id, inviter_id, invitee_id, begins, created_at, fate, rematch_of, match_id, pace,
        is_rated FROM invitations;
DROP TABLE invitations;
ALTER TABLE invitations_anew RENAME TO invitations;

CREATE UNIQUE INDEX invitations_to_rematch ON invitations (rematch_of)
    WHERE rematch_of IS NOT NULL AND (fate IS NULL OR fate = 'accepted');
CREATE INDEX invitations_open ON invitations (created_at) WHERE fate IS NULL;
CREATE INDEX invitations_of_inviter ON invitations (inviter_id, created_at) WHERE fate IS NOT 'accepted';
CREATE INDEX invitations_to_invitee ON invitations (invitee_id, created_at) WHERE fate IS NULL;
CREATE INDEX invitations_between ON invitations (inviter_id, invitee_id, fate, id, closed_at);
CREATE INDEX invitations_expired ON invitations (id) WHERE fate = 'expired' AND message_id IS NOT NULL;

CREATE TABLE blocks (
    blocker_id INTEGER NOT NULL,
    blocked_id INTEGER NOT NULL CHECK (blocked_id <> blocker_id),
    PRIMARY KEY (blocker_id, blocked_id)
) STRICT, WITHOUT ROWID;
