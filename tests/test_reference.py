"""The reference: every public name has an entry, every listing of a chapter leads to one."""

import importlib
import json
import re
from pathlib import Path

import pytest

from book._ext import reference

ROOT = Path(__file__).resolve().parents[1]

ROOMS = reference.rooms()


def test_rooms_are_the_folders_and_single_modules_of_the_package():
    assert {"sparse.lasso", "online.core", "kernels", "datasets"} <= set(ROOMS)
    assert not {"online", "_jit", "datasets.data"} & set(ROOMS)
    pages = {path.stem for path in (ROOT / "book" / "reference").glob("*.rst")}
    assert pages == set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_every_name_on_a_face_has_an_entry(room):
    face = importlib.import_module(f"mlcompanion.{room}")
    known = {entry.path: entry for entry in reference.entries(room)}
    own = [n for n in getattr(face, "__all__", ()) if _defined_in(face, n, room)]
    assert set(own) <= {entry.name for entry in known.values()}
    for entry in known.values():
        module, name = entry.path.rsplit(".", 1)
        assert getattr(importlib.import_module(module), name) is entry.value
    text = reference.room_text(room)
    assert all(f".. {entry.kind}:: {entry.path}\n" in f"{text}\n" for entry in known.values())


def _defined_in(face, name, room):
    value = getattr(face, name)
    return any(
        name in getattr(module, "__all__", ())
        and reference.defining_module(value, module.__name__) == module.__name__
        for module in map(importlib.import_module, reference.room_modules(room))
    )


def test_every_listing_of_a_chapter_leads_to_the_reference():
    shown = {
        line.removesuffix(" (part)")
        for path in (ROOT / "notebooks").glob("*/*.ipynb")
        for line in re.findall(r'"source of (mlcompanion\.[^"\n]+)"', path.read_text("utf-8"))
    }
    assert len(shown) > 100
    assert [name for name in shown if reference.target(name)[0] is None] == []
    assert reference.target("mlcompanion.sparse.lasso.lasso_estimators.Lasso.fit") == (
        "sparse.lasso",
        "mlcompanion.sparse.Lasso",
    )
    room, anchor = reference.target("mlcompanion.optimize.dual.dal._inner")
    assert (room, anchor) == ("optimize.dual", "module-mlcompanion-optimize-dual-dal")
    assert f".. _{anchor}:" in reference.room_text(room)
    assert reference.target("numpy.linalg.solve") == (None, "")


def test_an_entry_knows_the_chapters_that_import_it():
    path = ROOT / "notebooks" / "chen" / "02_background.ipynb"
    code = "".join(
        "".join(cell["source"])
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "code"
    )
    assert "GraphPenalty" in code
    module = importlib.import_module("mlcompanion.prox").GraphPenalty.__module__
    users = [chapter["slug"] for _, chapter in reference.users()[module, "GraphPenalty"]]
    assert "02_background" in users


def test_plain_words_of_a_docstring_are_no_markup():
    assert reference._plain("|x| and n_iter_ of ``a|b_``") == r"\|x\| and n_iter\_ of ``a|b_``"


def test_unpacked_shapes_are_no_markup():
    assert (
        reference._plain("shape (..., *shape), (*size, d)") == r"shape (..., \*shape), (\*size, d)"
    )
    assert reference._plain("an *open* set (of *all* sets)") == "an *open* set (of *all* sets)"


@pytest.mark.parametrize("room", ROOMS)
def test_a_constant_says_what_it_is(room):
    constants = [entry for entry in reference.entries(room) if entry.kind == "py:data"]
    text = reference.room_text(room)
    for entry in constants:
        assert entry.words, f"{entry.module}.{entry.name} has no comment beside it"
        assert entry.words != type(entry.value).__doc__
        assert f"   {reference._plain(entry.words.splitlines()[0])}" in text
