"""The study that a module of tests is about: ``test_study_<name>.py`` tests ``<name>``."""

import pytest


@pytest.fixture(scope="module")
def study(request):
    # Here and not above: the lowest versions are tested without what studies run on.
    from tools.study import load_study

    return load_study(request.path.stem.removeprefix("test_study_"))
