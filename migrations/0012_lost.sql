-- A match that no message shows is not drawn either: its answer was lost, as by a crash right after the match was stored.
-- Such matches are found by the same index as the others whose drawing is not confirmed.

DROP INDEX matches_undrawn;
CREATE INDEX matches_undrawn ON matches (id) WHERE is_drawn = 0;
