-- time_zone: the IANA name of a server's time zone; NULL: UTC. Of weekly races first_at is when their series began, and
-- next_at when the next one begins. A channel has one series: of several the newest stays. is_drawn says whether the
-- announcement and the event of a plan show what has become of it. departures has who deleted their data after they had
-- begun a race (else 0) or the puzzle of a day (else 0): until that is over (ends_at) they do not begin it anew.

ALTER TABLE servers ADD COLUMN time_zone TEXT;

ALTER TABLE races ADD COLUMN first_at REAL;
ALTER TABLE races ADD COLUMN next_at REAL;
UPDATE races SET is_weekly = 0 WHERE is_weekly = 1 AND EXISTS (
    SELECT 1 FROM races AS other WHERE other.channel_id = races.channel_id AND other.is_weekly = 1 AND other.id > races.id
);
UPDATE races SET first_at = begun_at, next_at = begun_at + 604800 WHERE is_weekly = 1;
DROP INDEX races_weekly;
CREATE INDEX races_weekly ON races (next_at) WHERE is_weekly = 1;

ALTER TABLE plans ADD COLUMN is_drawn INTEGER NOT NULL DEFAULT 1 CHECK (is_drawn IN (0, 1));
UPDATE plans SET is_drawn = 0 WHERE is_begun = 1 AND is_open = 1;

CREATE TABLE departures (
    user_id INTEGER NOT NULL,
    race_id INTEGER NOT NULL DEFAULT 0,
    day     INTEGER NOT NULL DEFAULT 0,
    ends_at REAL    NOT NULL,
    PRIMARY KEY (user_id, race_id, day)
) STRICT, WITHOUT ROWID;
