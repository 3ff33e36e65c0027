"""The configuration as values: validated by a JSON Schema, frozen, with defaults."""
