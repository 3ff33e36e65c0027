"""Names that were retired, and stand somewhere still."""
