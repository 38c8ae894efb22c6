"""What makes an executed chapter stale: what its outputs depend on, and no more."""

import ast
import json
import re
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tools import chapters, fingerprints

ROOT = Path(__file__).resolve().parents[1]


def relative(files):
    return {path.relative_to(chapters.PACKAGE).as_posix() for path in files}


def data_of(code):
    return {path.name.split(".")[0] for path in fingerprints.data_files(code)}


def read_anew():
    for cached in ("tree_of", "imports_in", "definitions", "package_definitions", "_strings"):
        getattr(fingerprints, cached).cache_clear()
    fingerprints._kept.cache_clear()


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of our own: a room whose face hands on, and a loader of two."""
    files = {
        "__init__.py": "",
        "room/__init__.py": "from .near import walk as stroll\nfrom .far import leap\n",
        "room/near.py": "from ..base import step\ndef walk(): return step()\n",
        "room/far.py": "def leap(): ...\n",
        "base.py": "def step(): ...\n",
        "datasets/__init__.py": "from ._tables import load_apples, load_pears\n",
        "datasets/_tables.py": (
            "def _read(name): return open(f'{name}.csv')\n"
            "KIND = 'apples'\n"
            "def load_apples(): return _read(KIND)\n"
            "def load_pears(kind): return _read(f'pears_{kind}')\n"
        ),
        "datasets/data/apples.csv": "1,2",
        "datasets/data/pears_red.csv": "3,4",
    }
    root = tmp_path / "src" / "mlcompanion"
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    (tmp_path / "requirements.lock").write_text("numpy==1")
    places = {"PACKAGE": root, "DATA": root / "datasets" / "data", "ROOT": tmp_path}
    for name, place in places.items():
        monkeypatch.setattr(fingerprints, name, place)
    folders = tmp_path / "src" / "mlcompanion_chapters"
    own = folders / "part" / "p01_page" / "paths.py"
    own.parent.mkdir(parents=True)
    own.write_text("def path(): ...\n")
    for module in (chapters, fingerprints):
        monkeypatch.setattr(module, "CHAPTERS", folders)
    monkeypatch.setattr(chapters, "listed", lambda: [{"part": "part", "letter": "P"}])
    read_anew()
    yield root
    read_anew()


def test_a_face_hands_on_to_the_file_that_defines():
    files = relative(fingerprints.package_files("from mlcompanion.kernels import gram"))
    assert files == {"kernels.py", "_validation.py"}
    assert fingerprints.package_files("import numpy") == []


def files_of(package, code):
    return {path.relative_to(package).as_posix() for path in fingerprints.package_files(code)}


@pytest.mark.parametrize("left", ["whole", "cut short", "gone"])
def test_a_later_process_reads_the_imports_that_were_kept(package, monkeypatch, tmp_path, left):
    kept = tmp_path / "_build" / "imports.json"
    monkeypatch.setattr(fingerprints, "KEPT", kept)
    code = "from mlcompanion.room import stroll"
    files = files_of(package, code)
    fingerprints.keep_imports()
    if left == "cut short":
        kept.write_text(kept.read_text()[:-9])
    elif left == "gone":
        kept.unlink()
    read_anew()
    parse = fingerprints.tree_of
    parsed = []
    with monkeypatch.context() as patch:
        patch.setattr(fingerprints, "tree_of", lambda file: parsed.append(file) or parse(file))
        assert files_of(package, code) == files
    assert bool(parsed) == (left != "whole")


def test_kept_imports_are_those_of_the_content(package, monkeypatch, tmp_path):
    monkeypatch.setattr(fingerprints, "KEPT", tmp_path / "_build" / "imports.json")
    code = "from mlcompanion.room import stroll"
    assert files_of(package, code) == {"room/near.py", "base.py"}
    fingerprints.keep_imports()
    (package / "room" / "near.py").write_text("from .far import leap\ndef walk(): leap()\n")
    read_anew()
    assert files_of(package, code) == {"room/near.py", "room/far.py"}


def test_re_exports_are_resolved(package):
    assert files_of(package, "from mlcompanion.room import leap") == {"room/far.py"}
    near = {"room/near.py", "base.py"}
    assert files_of(package, "from mlcompanion.room import stroll") == near
    assert files_of(package, "from mlcompanion.room.near import walk") == near
    assert files_of(package, "from mlcompanion import base") == {"base.py"}


def test_a_room_imported_whole_counts_whole(package):
    whole = {"room/__init__.py", "room/near.py", "room/far.py", "base.py"}
    assert files_of(package, "import mlcompanion.room") == whole
    assert files_of(package, "from mlcompanion import room") == whole


def test_a_loader_counts_the_data_that_it_names(package):
    assert data_of("from mlcompanion.datasets import load_apples") == {"apples"}
    assert data_of("from mlcompanion.datasets import load_pears") == {"pears_red"}
    assert data_of("from mlcompanion.room import leap") == set()


@pytest.fixture
def notebook(package, tmp_path):
    """A function that writes cells as the notebook part/01_page and returns its fingerprint."""
    path = tmp_path / "notebooks" / "part" / "01_page.ipynb"
    path.parent.mkdir(parents=True)

    def fingerprint(*cells):
        if cells:
            nbformat.write(new_notebook(cells=list(cells)), path)
        return fingerprints.fingerprint(path)

    return fingerprint


def test_code_counts_and_prose_does_not(notebook):
    base = notebook(new_code_cell("x = 1"))
    assert notebook(new_code_cell("x = 1"), new_markdown_cell("words")) == base
    assert notebook(new_code_cell("x = 2")) != base


@pytest.mark.parametrize(
    ("name", "stale"),
    [
        ("src/mlcompanion/room/near.py", True),
        ("src/mlcompanion/base.py", True),
        ("src/mlcompanion/room/__init__.py", False),
        ("src/mlcompanion/room/far.py", False),
        ("src/mlcompanion/datasets/data/apples.csv", True),
        ("src/mlcompanion/datasets/data/pears_red.csv", False),
        ("src/mlcompanion_chapters/part/p01_page/claims.yml", True),
        ("src/mlcompanion_chapters/part/p02_other/claims.yml", False),
        ("src/mlcompanion_chapters/part/p01_page/paths.py", True),
        ("src/mlcompanion_chapters/part/p01_page/tables/table_1.csv", True),
        ("src/mlcompanion_chapters/part/p02_other/tables/table_1.csv", False),
        ("src/mlcompanion_chapters/part/p01_page/studies/long_walk.csv", True),
        ("src/mlcompanion_chapters/part/p01_page/studies/walk.csv", False),
        ("requirements.lock", True),
    ],
)
def test_what_makes_a_copy_stale(package, notebook, tmp_path, name, stale):
    code = (
        "from mlcompanion.room import stroll\n"
        "from mlcompanion.datasets import load_apples\n"
        "from mlcompanion_chapters.part.p01_page.paths import path\n"
        "stored_study('long_walk')"
    )
    file = tmp_path / name
    file.parent.mkdir(parents=True, exist_ok=True)
    old = file.read_text() if file.is_file() else "a: 1\n"
    file.write_text(old)
    base = notebook(new_code_cell(code))
    file.write_text(old[:-1] + " ")  # of the same size
    read_anew()
    assert (notebook() != base) == stale


def test_every_data_file_belongs_to_a_loader():
    faces = ast.parse((chapters.PACKAGE / "datasets" / "__init__.py").read_text(encoding="utf-8"))
    names = [a.name for n in faces.body if isinstance(n, ast.ImportFrom) for a in n.names]
    loaders = [name for name in names if name.startswith("load_")]
    read = {name: data_of(f"from mlcompanion.datasets import {name}") for name in loaders}
    every = {path.name.split(".")[0] for path in fingerprints.DATA.iterdir()}
    assert set().union(*read.values()) == every
    assert {name for name in loaders if not read[name]} <= {"load_stackloss"}  # typed in the code
    assert read["load_letter"] == {"letter"}
    assert read["load_wine_quality"] == {"winequality_red", "winequality_white"}


@pytest.mark.parametrize("path", chapters.all_notebooks(), ids=chapters.page_of)
def test_a_study_that_a_page_shows_makes_it_stale(path):
    """It is found by its name, which therefore stands in the page or its claims in one piece."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    outputs = json.dumps([cell.get("outputs", []) for cell in cells])
    shown = set(re.findall(r'"study": \{[^{}]*"name": "(\w+)"', outputs))
    counted = {file.name.split(".")[0] for file in fingerprints.dependencies(path)}
    assert shown <= counted


def test_faces_hand_on_by_plain_imports():
    """Otherwise the definitions behind a room's face are not found; the package has no names."""
    for face in chapters.PACKAGE.rglob("__init__.py"):
        tree = ast.parse(face.read_text(encoding="utf-8"))
        stars = [n for n in ast.walk(tree) if isinstance(n, ast.alias) and n.name == "*"]
        lazy = [n for n in tree.body if getattr(n, "name", "") == "__getattr__"]
        assert not stars, face
        assert not lazy or face.parent == chapters.PACKAGE, face
