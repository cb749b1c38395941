-- What the file of this number beside this folder tells, in the dialect of PostgreSQL.

ALTER TABLE matches
    ADD COLUMN manner     TEXT             CHECK (manner IN ('rules', 'resignation', 'agreement', 'time', 'stop', 'abandonment')),
    ADD COLUMN pace       INTEGER          CHECK (pace > 0),
    ADD COLUMN due_at     DOUBLE PRECISION,
    ADD COLUMN is_rated   SMALLINT         NOT NULL DEFAULT 0 CHECK (is_rated IN (0, 1)),
    ADD COLUMN offer      TEXT             CHECK (offer IN ('draw', 'takeback')),
    ADD COLUMN offered_by SMALLINT         CHECK (offered_by IN (0, 1)),
    ADD COLUMN changes    INTEGER          NOT NULL DEFAULT 0 CHECK (changes >= 0),
    ADD CHECK ((offered_by IS NULL) = (offer IS NULL));

ALTER TABLE invitations
    ADD COLUMN pace     INTEGER  CHECK (pace > 0),
    ADD COLUMN is_rated SMALLINT NOT NULL DEFAULT 0 CHECK (is_rated IN (0, 1));
