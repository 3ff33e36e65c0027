"""Names of things: how one is spelt in code, files and prose, and where it stands in a text."""
