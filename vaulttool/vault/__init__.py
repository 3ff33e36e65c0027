"""A vault as a snapshot: its files by name, the facts of its pages."""
