"""Links: where they lead, in Obsidian and on a forge."""
