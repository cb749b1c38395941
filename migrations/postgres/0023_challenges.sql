-- What the file of this number beside this folder tells, in the dialect of PostgreSQL.

ALTER TABLE invitations
    ALTER COLUMN invitee_id DROP NOT NULL,
    DROP CONSTRAINT invitations_check1,
    ADD CHECK (begins IN (inviter_id, coalesce(invitee_id, 0))),
    ADD COLUMN closed_at  DOUBLE PRECISION,
    ADD COLUMN message_id BIGINT;

CREATE INDEX invitations_to_invitee ON invitations (invitee_id, created_at) WHERE fate IS NULL;
CREATE INDEX invitations_between ON invitations (inviter_id, invitee_id, fate, id, closed_at);
CREATE INDEX invitations_expired ON invitations (id) WHERE fate = 'expired' AND message_id IS NOT NULL;

CREATE TABLE blocks (
    blocker_id BIGINT NOT NULL,
    blocked_id BIGINT NOT NULL CHECK (blocked_id <> blocker_id),
    PRIMARY KEY (blocker_id, blocked_id)
);
