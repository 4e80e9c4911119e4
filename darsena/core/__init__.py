"""What a game is, and how one is run, written down and proven. Knows no game."""
