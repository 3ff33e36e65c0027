"""Index rows: what a template asks of a row, what the row says, what would make them agree."""
