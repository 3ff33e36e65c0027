"""The one writer."""
