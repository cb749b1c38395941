-- What the file of this number beside this folder tells, in the dialect of PostgreSQL.

CREATE INDEX matches_past_first ON matches (first_id, touched_at, id, game, second_id, channel_id, result)
    WHERE result IS NOT NULL AND first_id IS NOT NULL;
CREATE INDEX matches_past_second ON matches (second_id, touched_at, id, game, first_id, channel_id, result)
    WHERE result IS NOT NULL AND second_id IS NOT NULL;
CREATE INDEX matches_of_pair ON matches (coalesce(first_id, 0), coalesce(second_id, 0), touched_at, id, game, result)
    WHERE result <> 'abandoned' AND origin_id IS NULL AND is_helped = 0;
CREATE INDEX standings_of_person ON standings (user_id, game, versus, wins, draws, losses) WHERE guild_id <= 0;

CREATE TABLE accuracies (
    user_id    BIGINT           NOT NULL,
    touched_at DOUBLE PRECISION NOT NULL,
    match_id   BIGINT           NOT NULL REFERENCES matches (id),
    accuracy   DOUBLE PRECISION NOT NULL CHECK (accuracy BETWEEN 0 AND 100),
    PRIMARY KEY (user_id, touched_at, match_id)
);

CREATE INDEX accuracies_of_match ON accuracies (match_id);
