"""The rules. A rule is one module here: its file name is its id, its folder is its family."""
