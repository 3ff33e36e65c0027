"""Suppressions: requests for silence that silence nothing."""
