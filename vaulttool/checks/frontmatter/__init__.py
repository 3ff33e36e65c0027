"""Frontmatter: whether Obsidian can read it, and whether it holds what it should."""
