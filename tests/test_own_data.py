"""The page "On your own data": its lines run, and its table names what exists."""

import importlib
import re
from pathlib import Path

import matplotlib as mpl
import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "book" / "own-data.md").read_text(encoding="utf-8")


def test_every_line_runs(monkeypatch, capsys):
    monkeypatch.setenv("MLCOMPANION_OUTPUT", "plain")
    names = {}
    with mpl.rc_context({"backend": "agg"}):
        for cell in re.findall(r"```\{code-cell\}\n(.*?)```", PAGE, re.S):
            exec(cell, names)
    said = capsys.readouterr().out
    names["path"].unlink()
    assert "1030 rows, 8 columns; the target is strength" in said
    line, curve = map(float, re.findall(r"R2 on new rows (0\.\d\d)", said))
    assert 0.5 < line < 0.7 < curve
    assert said.index("cement") < said.index("coarse_aggregate"), "the largest coefficient first"


@pytest.mark.parametrize("path", re.findall(r"\{py:class\}`~([\w.]+)`", PAGE))
def test_every_estimator_of_the_table_exists(path):
    room, name = path.rsplit(".", 1)
    assert hasattr(getattr(importlib.import_module(room), name), "fit")


def test_every_row_of_the_table_names_a_chapter():
    rows = [row for row in PAGE.splitlines() if "{py:class}" in row]
    assert len(rows) >= 15
    for row in rows:
        page = re.search(r"\{chapter\}`([\w/]+)`", row)[1]
        assert (ROOT / "notebooks" / f"{page}.ipynb").is_file(), row
