"""How fast games run, ours and those of peers, measured in one go: `make bench`."""
