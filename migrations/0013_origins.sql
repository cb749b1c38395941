-- Any position of a finished match can be played on against Maxine. The moves before it are the new match's first ones
-- too, so that a match stays its moves; origin_ply says how many of them were played in the match origin_id, and not here.
-- Such a match is casual. One of a kind is enough at a time: two presses begin one match, and the other is told of it.

ALTER TABLE matches ADD COLUMN origin_id INTEGER REFERENCES matches (id);
ALTER TABLE matches ADD COLUMN origin_ply INTEGER
    CHECK ((origin_ply IS NULL) = (origin_id IS NULL) AND origin_ply >= 0);

CREATE UNIQUE INDEX matches_taken_over
    ON matches (origin_id, origin_ply, coalesce(first_id, 0), coalesce(second_id, 0))
    WHERE origin_id IS NOT NULL AND result IS NULL;

-- Whoever plays a game now gets no help with it, or is noted to have had some.
CREATE INDEX matches_of_game_first ON matches (first_id, game) WHERE result IS NULL;
CREATE INDEX matches_of_game_second ON matches (second_id, game) WHERE result IS NULL;
