"""Changes as byte spans: how a link is written anew, how edits become a file's new content."""
