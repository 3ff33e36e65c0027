"""Names over the whole repository: which files hold them, and where they may stay."""
