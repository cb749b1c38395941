-- version is that of the formula by which ratings were computed last. A start computes them again if it has another one, or
-- if there is no row.

CREATE TABLE rating_formula (
    version INTEGER PRIMARY KEY
) STRICT;
