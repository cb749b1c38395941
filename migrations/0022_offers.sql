-- At which ply each player offered what last, as draw:0:4 takeback:1:6 (kind, seat, ply): nobody is asked the same again
-- until both could have moved. And running matches are listed by channel and by server, of which there may be millions
-- that are over.

ALTER TABLE matches ADD COLUMN asked TEXT;

CREATE INDEX matches_running_channel ON matches (channel_id, id) WHERE result IS NULL;
CREATE INDEX matches_running_guild ON matches (guild_id, id) WHERE result IS NULL;
