"""Text as it stands in a file, and the foldings under which names compare."""
