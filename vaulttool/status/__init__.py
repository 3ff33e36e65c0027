"""Status: which pages are live, replaced, past or drafts, and every place that says so."""
