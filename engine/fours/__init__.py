"""Four in a row in bits: two searches of the same, one to be compiled, and their table."""
