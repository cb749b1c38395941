"""The contents of messages: layouts, and buttons that work for ever."""
