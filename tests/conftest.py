"""What holds for all tests: a case of low confidence is a guess, and may fail without turning the run red."""

from __future__ import annotations

from collections.abc import Generator

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Report a failing guess as an expected failure.

    A mark `xfail` would also call out every guess that holds. Only a wrong answer is excused: an error of
    the tool itself still fails.
    """
    try:
        yield
    except AssertionError as error:
        if item.get_closest_marker("low") is not None:
            pytest.xfail(f"a guess that does not hold: {error}")
        raise
