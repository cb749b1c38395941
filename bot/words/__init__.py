"""Words: everything a person reads is said here, in a language that is given."""
