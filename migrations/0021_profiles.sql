-- What a person has played is found at once, however much others have: their finished matches by when they ended, with
-- what they are chosen by in the index itself; those that count of two players (0 stands for Maxine); and their totals
-- of everywhere, whichever number below 1 stands for that.

CREATE INDEX matches_past_first ON matches (first_id, touched_at, id, game, second_id, channel_id, result)
    WHERE result IS NOT NULL AND first_id IS NOT NULL;
CREATE INDEX matches_past_second ON matches (second_id, touched_at, id, game, first_id, channel_id, result)
    WHERE result IS NOT NULL AND second_id IS NOT NULL;
CREATE INDEX matches_of_pair ON matches (coalesce(first_id, 0), coalesce(second_id, 0), touched_at, id, game, result)
    WHERE result <> 'abandoned' AND origin_id IS NULL AND is_helped = 0;
CREATE INDEX standings_of_person ON standings (user_id, game, versus, wins, draws, losses) WHERE guild_id <= 0;

-- How accurate people were, in percent, in the matches of which somebody has seen a complete review.
CREATE TABLE accuracies (
    user_id    INTEGER NOT NULL,
    touched_at REAL    NOT NULL,
    match_id   INTEGER NOT NULL REFERENCES matches (id),
    accuracy   REAL    NOT NULL CHECK (accuracy BETWEEN 0 AND 100),
    PRIMARY KEY (user_id, touched_at, match_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX accuracies_of_match ON accuracies (match_id);
