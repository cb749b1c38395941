-- Whether a whole channel sees votes before they are closed, on a server where whoever opens the match does not say it.

ALTER TABLE servers ADD COLUMN shows_votes INTEGER NOT NULL DEFAULT 0 CHECK (shows_votes IN (0, 1));
