"""Plain values that every layer speaks of; standard library only."""
