"""Index rows: whether they say what their pages say."""
