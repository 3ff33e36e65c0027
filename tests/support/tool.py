"""Run vaulttool in this process, as its command line would be run."""

from __future__ import annotations

import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

from vaulttool.cli.main import run


class Answer(NamedTuple):
    """Exit code and what was printed."""

    code: int
    out: str
    err: str

    @property
    def findings(self) -> list[dict[str, Any]]:
        """Findings of `--format json`."""
        return json.loads(self.out)["findings"]

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Objects of an output of one object a line."""
        return [json.loads(line) for line in self.out.splitlines()]


def vaulttool(*argv: str, cwd: Path, stdin: bytes = b"") -> Answer:
    """Run a command line in a folder."""
    out, err = io.StringIO(), io.StringIO()
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    try:
        with contextlib.chdir(cwd), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(argv)
    finally:
        sys.stdin = before
    assert "Traceback" not in err.getvalue()
    return Answer(code, out.getvalue(), err.getvalue())
