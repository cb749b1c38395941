-- What only one of several processes does at a time, by name, and until when, in seconds since the epoch. It is no harm
-- if a crash of the server empties it: a lease is for seconds, and what is stored is right without any.

CREATE UNLOGGED TABLE leases (
    name   TEXT             PRIMARY KEY,
    holder TEXT             NOT NULL,
    until  DOUBLE PRECISION NOT NULL
);
