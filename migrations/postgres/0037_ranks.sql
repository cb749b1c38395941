-- What the file of this number beside this folder says, for PostgreSQL, where triggers go with their functions.

DROP FUNCTION IF EXISTS count_standing, count_streak, count_ranking CASCADE;
DROP TABLE IF EXISTS ladder, streak_ladder, rungs;

ALTER TABLE rankings RENAME COLUMN rung TO points;
UPDATE rankings SET points = 0 WHERE period = 'all' AND points IS NOT NULL;
