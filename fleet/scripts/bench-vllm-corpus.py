"""Prompts from this repository's own sources, one JSON line each.

Random prompts misreport the acceptance of drafts, so throughput is measured on code.
"""

import json
import pathlib
import sys


def prompts(root):
    for path in sorted(pathlib.Path(root).rglob("*.sh")):
        yield {"source": str(path), "prompt": f"Explain this script line by line.\n\n{path.read_text()}"}


def main():
    for prompt in prompts(sys.argv[1] if len(sys.argv) > 1 else "."):
        print(json.dumps(prompt))


if __name__ == "__main__":
    main()
