"""What judges answers, open once for all tests of a process."""

from pathlib import Path

import pytest

from tools.judge import Court

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def court():
    """Two processes that judge: little time and memory, and the courses are hidden."""
    with Court(seconds=6.0, megabytes=500, hidden=[ROOT / "courses"]) as found:
        yield found
