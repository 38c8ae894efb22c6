"""Where the time goes: the table by chapter and stage, and the profiles of the searches."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tools import times

ROOT = Path(__file__).resolve().parents[1]

CHAPTERS = {
    "part/01_gram": "from mlcompanion.kernels import gram",
    "part/02_losses": "from mlcompanion.losses import SquareLoss\nfrom mlcompanion import kernels",
}


@pytest.fixture
def records(tmp_path, monkeypatch):
    """A record of every stage, as complete runs leave it."""
    monkeypatch.setattr(times, "TIMES", tmp_path)
    monkeypatch.setattr(times, "EXECUTED", tmp_path / "executed")
    monkeypatch.setattr(times, "ROOT", tmp_path)
    stamp = {"seconds": 30.0, "drawing": 10.0, "slowness": 2.0}
    files = {
        "executed/part/01_gram.json": stamp,
        "executed/part/02_losses.json": {**stamp, "seconds": 20.0},
        "unit.json": {"tests": {"tests/a.py::x": 1.0, "tests/a.py::y": 2.0, "tests/b.py::x": 7.0}},
        "browser.json": {"tests": {"t.py::a[part/02_losses]": 3.5, "t.py::a[book/index]": 0.5}},
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(json.dumps(content))
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "a.py").write_text("from mlcompanion.kernels import gram")
    (tmp_path / "tests" / "b.py").write_text("import numpy")


@pytest.mark.usefixtures("records")
def test_seconds_are_shared_out_by_chapter_and_stage():
    rows = times.seconds_by_chapter(CHAPTERS)
    assert rows == {
        "part/01_gram": [15.0, 5.0, 1.5, 0],
        "part/02_losses": [10.0, 5.0, 1.5, 3.5],
        "": [0, 0, 7.0, 0.5],
    }
    assert list(rows)[-1] == ""
    assert times.table(rows)[-1] == "| all | 25.0 | 10.0 | 10.0 | 4.0 | 49.0 |"
    assert times.long_tests() == ["tests/b.py::x takes 7.0 s of 3"]
    assert times.over_their_share(rows) == [
        "part/01_gram is over its share: execution 15.0 s of 12",
    ]


@pytest.mark.usefixtures("records")
def test_the_stages_of_ci_stand_beside_their_budget(tmp_path):
    assert times.budget(times.stages()) == []
    (tmp_path / "stages.txt").write_text("make install: 15 s\nmake test: 400 s\n")
    (line,) = times.budget(times.stages())
    assert line.startswith("415 s until now; .ci/run may take 600 s for 2 chapters")
    assert "2.00 times" in line


@pytest.mark.usefixtures("records")
def test_the_page_shows_the_table_and_marks_what_is_over_its_share(tmp_path):
    file = times.write_page(times.seconds_by_chapter(CHAPTERS), ["a <remark>"])
    assert file == tmp_path / "index.html"
    text = file.read_text(encoding="utf-8")
    assert text.count("<tr>") == 5
    assert '<td class="over">15.0</td>' in text
    assert "<td>10.0</td>" in text
    assert "<li>a &lt;remark&gt;</li>" in text
    assert "everything else" in text


def test_searches_are_the_same_on_every_run():
    assert settings.default.derandomize


def test_fuzzing_tries_many_more_examples(request):
    @settings(max_examples=3)
    @given(st.integers())
    def search(number):
        seen.append(number)

    plugins = request.config.pluginmanager.get_plugins()
    here = next(plugin for plugin in plugins if hasattr(plugin, "FUZZ_FACTOR"))
    item = SimpleNamespace(function=search, get_closest_marker=lambda name: True)
    fuzz = SimpleNamespace(getoption=lambda name: "fuzz")
    here.pytest_collection_modifyitems(fuzz, [item, item])
    seen = []
    search()
    assert len(seen) == 3 * here.FUZZ_FACTOR
