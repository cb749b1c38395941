-- What the file of this number beside this folder tells, in the dialect of PostgreSQL.

CREATE TABLE open_reviews (
    message_id BIGINT PRIMARY KEY,
    match_id   BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    user_id    BIGINT,
    language   TEXT   NOT NULL,
    token      TEXT,
    due_at     DOUBLE PRECISION NOT NULL
);
CREATE INDEX open_reviews_by_person ON open_reviews (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX open_reviews_due ON open_reviews (due_at);
