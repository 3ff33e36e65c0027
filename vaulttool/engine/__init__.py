"""Rules against pages: from facts to findings, suppressions and fixes. No terminal, no disk."""
