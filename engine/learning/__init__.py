"""Learning from play against oneself: what players are trained by, and what they have learnt."""
