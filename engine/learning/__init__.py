"""Learning from self-play: how players are trained, and what they have learnt."""
