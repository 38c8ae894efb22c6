"""The digest of a study's code: it changes with what a case reaches, and with nothing else."""

import pytest

from tools import chapters, digests, fingerprints

FILES = {
    "src/mlcompanion/__init__.py": "",
    "src/mlcompanion/room/__init__.py": "from .near import walk as stroll\n__all__ = ['stroll']\n",
    "src/mlcompanion/_machine_code.py": "def keep(function):\n    return function\n",
    "src/mlcompanion/_validation.py": (
        "def check(n):\n    if n < 0:\n        raise ValueError('n')\n    return n\n"
    ),
    "src/mlcompanion/room/near.py": (
        "from .._machine_code import keep\nfrom ..base import LIMIT, step\n\n\n"
        '@keep\ndef walk():\n    """Go."""\n    return _pace() + step()\n\n\n'
        "def _pace():\n    return 2\n\n\n"
        "def idle():\n    return 0\n"
    ),
    "src/mlcompanion/base.py": (
        "from ._validation import check\n\nLIMIT = 3\nNEAR, FAR = 1, 2\n\n\n"
        "def step():\n    low, high = NEAR, FAR\n    low, high = high, low\n    return check(low)\n"
    ),
    "src/mlcompanion/datasets/__init__.py": "from ._tables import load_apples, load_pears\n",
    "src/mlcompanion/datasets/_tables.py": (
        "def load_apples():\n    return open('apples.csv')\n\n\n"
        "def load_pears():\n    return open('pears.csv')\n"
    ),
    "src/mlcompanion/datasets/data/apples.csv": "1,2",
    "src/mlcompanion/datasets/data/pears.csv": "3,4",
    "studies/beside.py": "def help():\n    return 5\n\n\ndef other():\n    return 6\n",
    "studies/toy.py": (
        '"""A study."""\n'
        "from beside import help\n\n"
        "from mlcompanion import room\n"
        "from mlcompanion.datasets import load_apples\n"
        "from mlcompanion.room import stroll\n\n\n"
        "def run(case):\n    return stroll() + help(), load_apples(), room\n"
    ),
}


def forget():
    for module in (digests, fingerprints):
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


@pytest.fixture
def digest(tmp_path, monkeypatch):
    """The digest of the toy study after some files were changed: ``{path: (old, new)}``."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    package = tmp_path / "src" / "mlcompanion"
    monkeypatch.setattr(fingerprints, "PACKAGE", package)
    monkeypatch.setattr(fingerprints, "DATA", package / "datasets" / "data")

    def after(changes=()):
        for name, (old, new) in dict(changes).items():
            path = tmp_path / name
            assert old in path.read_text()
            path.write_text(path.read_text().replace(old, new))
        forget()
        return digests.code_digest(tmp_path / "studies" / "toy.py")

    yield after
    forget()


ROOM = "src/mlcompanion/room/near.py"
BASE = "src/mlcompanion/base.py"
DOOR = "src/mlcompanion/_validation.py"


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("studies/toy.py", "stroll() + help()", "stroll() - help()"),
        ("studies/beside.py", "return 5", "return 7"),
        (ROOM, "return _pace() + step()", "return _pace() * step()"),
        (ROOM, "return 2", "return 4"),
        (BASE, "check(low)", "check(high)"),
        (BASE, "NEAR, FAR = 1, 2", "NEAR, FAR = 1, 3"),
        (BASE, "low, high = high, low", "low = high\n    high = low"),
        ("src/mlcompanion/datasets/data/apples.csv", "1,2", "1,3"),
        (ROOM, "def idle", "print()\n\n\ndef idle"),
    ],
)
def test_a_change_of_what_is_reached_changes_the_digest(digest, name, old, new):
    before = digest()
    assert digest({name: (old, new)}) != before


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("studies/beside.py", "return 6", "return 7"),
        ("studies/toy.py", '"""A study."""', '"""Another sentence."""'),
        (ROOM, '"""Go."""', '"""Go on."""  # a comment'),
        (ROOM, "return 0", "return 1"),
        (ROOM, "_pace() + step()", "(_pace() +\n            step())"),
        (BASE, "LIMIT = 3", "LIMIT = 4"),
        (BASE, "NEAR, FAR = 1, 2", "NEAR = 1\nFAR = 2"),
        (BASE, "low, high = NEAR, FAR", "low = NEAR\n    high = FAR"),
        ("src/mlcompanion/datasets/data/pears.csv", "3,4", "3,5"),
        ("src/mlcompanion/room/__init__.py", "['stroll']", "['run', 'stroll']"),
        ("src/mlcompanion/_machine_code.py", "return function", "return function or 0"),
        (DOOR, "n < 0:", "n < 1:"),
        (DOOR, "    return n", "    if n > 9:\n        raise ValueError('n')\n    return n"),
    ],
)
def test_nothing_else_does(digest, name, old, new):
    before = digest()
    assert digest({name: (old, new)}) == before


def test_a_file_that_moves_changes_nothing(digest, tmp_path):
    before = digest()
    room = tmp_path / "src" / "mlcompanion" / "room"
    (room / "near.py").rename(room / "far.py")
    assert digest({"src/mlcompanion/room/__init__.py": (".near", ".far")}) == before


def test_a_study_of_the_repository_reaches_its_algorithm():
    reached = {
        (path.name, name) for path, name in digests.reached(*chapters.study_files("multitask"))
    }
    assert any(name == "run" for _, name in reached)
    assert len({path for path, _ in reached}) > 3
