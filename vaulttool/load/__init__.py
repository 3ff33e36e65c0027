"""What touches the world to read it: configuration, git, trees of files, the vault."""
