-- What the file of this number beside this folder tells, in the dialect of PostgreSQL.

ALTER TABLE matches ADD COLUMN asked TEXT;

CREATE INDEX matches_running_channel ON matches (channel_id, id) WHERE result IS NULL;
CREATE INDEX matches_running_guild ON matches (guild_id, id) WHERE result IS NULL;
