"""What messages are made of: layouts, and buttons that live for ever."""
