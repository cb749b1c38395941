-- A person's newest matches in a channel, finished ones too, are found at once for a replay or a review of them.

CREATE INDEX matches_of_first ON matches (channel_id, first_id, id);
CREATE INDEX matches_of_second ON matches (channel_id, second_id, id);
