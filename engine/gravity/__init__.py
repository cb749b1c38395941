"""What can be proven and told of Connect Four because stones fall."""
