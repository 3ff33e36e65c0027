"""How the time of `vaulttool check` grows with the vault, and how fast a start is.

    python benchmarks/growth.py --generator PATH [--pages 1000 10000] [--runs 3]

PATH is a program that writes a vault: `PATH DEST --pages N --no-git`. Runs alternate between
the sizes; printed are medians and the exponent of growth between neighbouring sizes.
"""

from __future__ import annotations

import argparse
import math
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path


def seconds(command: list[str], cwd: Path) -> float:
    """Wall time of one whole process, its output thrown away."""
    began = time.perf_counter()
    subprocess.run(command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - began


def medians(commands: dict[str, tuple[list[str], Path]], runs: int) -> dict[str, float]:
    """Median time of each command; runs alternate, so that a slow minute slows all of them."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(runs + 1):
        for name, (command, cwd) in commands.items():
            times[name].append(seconds(command, cwd))
    return {name: statistics.median(values[1:]) for name, values in times.items()}


def check_growth(generator: Path, sizes: list[int], runs: int) -> None:
    """Print the time of a check for each size, and how it grows."""
    with tempfile.TemporaryDirectory(prefix="vault-") as room:
        commands = {}
        for size in sizes:
            vault = Path(room, str(size), "vault")
            make = [sys.executable, str(generator), str(vault), "--pages", str(size), "--no-git"]
            subprocess.run(make, check=True, stdout=subprocess.DEVNULL)
            commands[f"check {size:,} pages"] = (
                [sys.executable, "-m", "vaulttool", "check", "--select", "links"],
                vault,
            )
        found = medians(commands, runs)
    for name, value in found.items():
        print(f"{name:24} {value:8.2f} s")
    values = list(found.values())
    for i, (small, large) in enumerate(pairwise(sizes)):
        exponent = math.log(values[i + 1] / values[i]) / math.log(large / small)
        print(
            f"growth {small:,} to {large:,}: {values[i + 1] / values[i]:.1f} times, exponent {exponent:.2f}"
        )
    print(f"peak memory {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:,.0f} MiB")


def start_up(runs: int) -> None:
    """Print the time of a start beside that of importing click."""
    here = Path.cwd()
    found = medians(
        {
            "import click": ([sys.executable, "-c", "import click"], here),
            "vaulttool --version": ([str(Path(sys.executable).with_name("vaulttool")), "--version"], here),
        },
        max(runs, 15),
    )
    for name, value in found.items():
        print(f"{name:24} {value * 1000:8.1f} ms")
    print(f"ratio {found['vaulttool --version'] / found['import click']:.2f}")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--generator", type=Path)
    parser.add_argument("--pages", type=int, nargs="+", default=[1000, 10000])
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    start_up(args.runs)
    if args.generator:
        check_growth(args.generator.resolve(), args.pages, args.runs)


if __name__ == "__main__":
    main()
