-- Slash commands are registered with Discord only when they changed: a digest of what was registered last, by application.

CREATE TABLE command_sync (
    application_id INTEGER PRIMARY KEY,
    digest         TEXT NOT NULL
) STRICT;
