-- What the file of this number beside this folder tells, in the dialect of PostgreSQL.

CREATE TABLE rating_formula (
    version INTEGER PRIMARY KEY
);
