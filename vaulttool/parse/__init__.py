"""The one reader: bytes of a file to the facts of a page."""
