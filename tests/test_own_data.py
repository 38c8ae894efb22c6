"""The page "On your own data": its lines run, and its table names what exists."""

import importlib
import re
from pathlib import Path

import matplotlib as mpl
import pytest

from book._ext.chapter_text import directives

ROOT = Path(__file__).resolve().parents[1]
#: What a class of the table does with data; one asks for the data itself.
WAYS = ("fit", "maximize")
PAGE = (ROOT / "book" / "own-data.md").read_text(encoding="utf-8")


def test_every_line_runs(monkeypatch, capsys):
    monkeypatch.setenv("MLCOMPANION_OUTPUT", "plain")
    names = {}
    with mpl.rc_context({"backend": "agg"}):
        for cell in directives(PAGE, "code-cell"):
            exec(cell.body, names)
    said = capsys.readouterr().out
    names["path"].unlink()
    assert "1030 rows, 8 columns; the target is strength" in said
    low, lam, high = map(int, re.search(r"lam = (\d+) of (\d+) to (\d+)", said).group(2, 1, 3))
    assert 5 * low < lam < high / 5, "a choice at the grid's edge is none"
    line, curve = map(float, re.findall(r"R2 on new rows (0\.\d\d)", said))
    assert 0.5 < line < 0.7 < curve
    assert said.index("cement") < said.index("coarse_aggregate"), "the largest coefficient first"
    assert re.search(r"coarse_aggregate +-?0\.0\b", said), "a lasso leaves columns out"
    assert "p = 0.000" in said
    assert int(re.search(r"(\d+)% right", said)[1]) > 85
    plan = names["value_iteration"](names["pump"])
    orders = re.findall(r"(\w+): (\w+) +worth (\d+)", said)
    assert [order for _, order, _ in orders] == [names["orders"][i] for i in plan.policy]
    for (_, _, found), value in zip(orders, plan.values):
        assert abs(int(found) / value - 1) < 0.05


@pytest.mark.parametrize(("kind", "path"), re.findall(r"\{py:(\w+)\}`~([\w.]+)`", PAGE))
def test_every_name_of_the_table_exists(kind, path):
    room, name = path.rsplit(".", 1)
    found = getattr(importlib.import_module(room), name)
    assert any(hasattr(found, way) for way in WAYS) if kind == "class" else callable(found)
    assert name in importlib.import_module(room).__all__


def test_every_row_of_the_table_names_a_chapter():
    rows = [row for row in PAGE.splitlines() if "{py:" in row]
    assert len(rows) >= 25
    wanted = ("SVC", "MSVM", "MKL", "Softmax", "DensityRatio", "_test", "bootstrap", "fit_law")
    assert all(any(name in row for row in rows) for name in wanted)
    for row in rows:
        page = re.search(r"\{chapter\}`([\w/]+)`", row)[1]
        assert (ROOT / "notebooks" / f"{page}.ipynb").is_file(), row
