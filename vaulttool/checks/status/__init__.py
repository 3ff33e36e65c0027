"""Status: one truth a page, in every place that says it."""
