"""What brings answers to Discord: in time, once, and until what a message shows is what is stored."""
