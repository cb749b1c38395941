"""Values to words: what people read, free of Discord and of storage."""
