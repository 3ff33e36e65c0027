"""The command line: arguments to a workspace, answers to a reporter."""
