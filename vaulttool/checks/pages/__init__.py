"""Pages: whether they can be read at all."""
