"""Files that get other paths: the state afterwards, and the links that must follow."""
