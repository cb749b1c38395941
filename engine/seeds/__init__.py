"""Exact Kalah: how seeds are sown, who gets how many, and what is known of beginnings and ends."""
