-- Whatever chance Maxine draws in a match follows from its seed and the number of the move, so that the same thought can
-- be thought again: after a restart in the middle of it, and when somebody asks later what it was. Matches until now
-- share a seed; what they drew is not known any more.

ALTER TABLE matches ADD COLUMN seed INTEGER NOT NULL DEFAULT 0;
