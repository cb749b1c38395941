"""All sentences that people read, in a language that is given."""
