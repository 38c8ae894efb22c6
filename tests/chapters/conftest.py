"""The study that a module of tests is about: ``test_study_<name>.py`` tests ``<name>``."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

from study import load_study


@pytest.fixture(scope="module")
def study(request):
    return load_study(request.path.stem.removeprefix("test_study_"))
