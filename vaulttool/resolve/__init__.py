"""Where a link leads: Obsidian's answer, a forge's answer, and why."""
