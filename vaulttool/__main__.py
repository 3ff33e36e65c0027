"""`python -m vaulttool` is the command."""

from vaulttool.cli.main import main

if __name__ == "__main__":
    main()
