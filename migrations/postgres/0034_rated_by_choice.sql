-- What the file of this number beside this folder tells, in the dialect of PostgreSQL.

ALTER TABLE attempts ADD COLUMN tried TEXT NOT NULL DEFAULT '';

CREATE TABLE rated_by_choice (
    user_id BIGINT PRIMARY KEY
);

UPDATE matches SET is_rated = 1
    WHERE level IS NOT NULL AND origin_id IS NULL AND coalesce(first_id, 1) <> 0 AND coalesce(second_id, 1) <> 0;
