"""The study that a module of tests is about: ``test_study_<name>.py`` tests ``<name>``."""

import pytest

from tools.study import load_study


@pytest.fixture(scope="module")
def study(request):
    return load_study(request.path.stem.removeprefix("test_study_"))
