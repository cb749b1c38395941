-- Ranks are counted by the index of a board: the tables of steps, which a trigger of each change kept, go. points are the
-- halves of points of a month or week. Of all time they are 0, or NULL while the rating is too uncertain for a place.

DROP TRIGGER IF EXISTS standings_begin;
DROP TRIGGER IF EXISTS standings_rise;
DROP TRIGGER IF EXISTS standings_end;
DROP TRIGGER IF EXISTS streaks_begin;
DROP TRIGGER IF EXISTS streaks_go_on;
DROP TRIGGER IF EXISTS streaks_end;
DROP TRIGGER IF EXISTS rankings_enter;
DROP TRIGGER IF EXISTS rankings_climb;
DROP TRIGGER IF EXISTS rankings_leave;
DROP TABLE IF EXISTS ladder;
DROP TABLE IF EXISTS streak_ladder;
DROP TABLE IF EXISTS rungs;

ALTER TABLE rankings RENAME COLUMN rung TO points;
UPDATE rankings SET points = 0 WHERE period = 'all' AND points IS NOT NULL;
