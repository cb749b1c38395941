-- Since when the place of a running match without time limits is gone, so that it ends after a day like those with one:
-- NULL: nobody has looked, 0: it was there the last time, else since when it was not.

ALTER TABLE matches ADD COLUMN gone_at REAL;
