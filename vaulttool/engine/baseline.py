"""The baseline: findings of the day on which a vault began to be checked."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

from vaulttool.engine.compare import Key, key_of
from vaulttool.errors import ConfigError
from vaulttool.model.finding import Finding

VERSION = 1


def written_baseline(findings: Iterable[Finding]) -> bytes:
    """The file: one entry a finding, by rule, page and content, in a fixed order; no line numbers."""
    entries = [
        dict(zip(("rule", "path", "content"), key, strict=True)) for key in sorted(map(key_of, findings))
    ]
    text = json.dumps({"version": VERSION, "findings": entries}, ensure_ascii=True, indent=1)
    return (text + "\n").encode()


def parse_baseline(data: bytes, place: str) -> Counter[Key]:
    """The entries of a baseline, each as often as it stands there. Raises ConfigError."""
    remedy = "write it anew with --write-baseline"
    try:
        content = json.loads(data)
        if content["version"] != VERSION:
            raise ConfigError(
                f"version {content['version']} of the baseline is not known", place=place, remedy=remedy
            )
        return Counter((entry["rule"], entry["path"], entry["content"]) for entry in content["findings"])
    except (ValueError, KeyError, TypeError) as error:
        raise ConfigError("the baseline is damaged", place=place, remedy=remedy) from error
