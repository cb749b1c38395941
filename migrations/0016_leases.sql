-- What only one of several processes does at a time, by name, and until when, in seconds since the epoch. It is for
-- databases that several can share; it stays empty in this one, which is for one process.

CREATE TABLE leases (
    name   TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    until  REAL NOT NULL
) STRICT, WITHOUT ROWID;
