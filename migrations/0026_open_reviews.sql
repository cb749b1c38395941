-- The reviews whose messages say that proofs are still being looked for, so that what was killed meanwhile is completed:
-- in which language, for whom (user_id NULL: for everybody), and from when on whoever looks must be gone (due_at). token is
-- that of the interaction, by which alone Discord lets some of them be changed, for a quarter of an hour; NULL where her own
-- will do. A row is removed as soon as its message says nothing of it any more, or can say nothing else.

CREATE TABLE open_reviews (
    message_id INTEGER PRIMARY KEY,
    match_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    user_id    INTEGER,
    language   TEXT    NOT NULL,
    token      TEXT,
    due_at     REAL    NOT NULL
) STRICT;
CREATE INDEX open_reviews_by_person ON open_reviews (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX open_reviews_due ON open_reviews (due_at);
