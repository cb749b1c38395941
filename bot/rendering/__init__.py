"""Values to pictures, and one view module a game: free of Discord and of storage."""
