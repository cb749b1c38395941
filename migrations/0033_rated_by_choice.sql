-- tried are the wrong moves that were tried in the present position of an attempt: each counts once.

ALTER TABLE attempts ADD COLUMN tried TEXT NOT NULL DEFAULT '';
