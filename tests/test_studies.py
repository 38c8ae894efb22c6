"""What a chapter reads of a study, and what every study in the repository holds."""

import json
from pathlib import Path

import numpy as np
import pytest

from mlcompanion.teaching import _chapters, stored_study
from tools import study as tool
from tools.study_table import LARGE, StudyTable, case_key, table_rows

ROOT = Path(__file__).resolve().parents[1]

STUDIES = tool.study_files()


@pytest.fixture
def table(tmp_path, monkeypatch):
    folder = tmp_path / "part" / "p01_page" / "studies"
    folder.mkdir(parents=True)
    monkeypatch.setattr(_chapters, "chapters_root", lambda: tmp_path)
    return StudyTable(folder / "toy.csv")


def store(table, case, results, size="default", status="ok", day=1, cases=3):
    about = {"size": size, "case": case_key(case), "cases": cases, "status": status,
             "error": None if status == "ok" else "ValueError: no", "seconds": 1.5, "cpu": 1.25,
             "load": 0.25, "commit": "abc", "machine": "m", "versions": "numpy 2",
             "date": f"2026-01-0{day}T00:00:00"}  # fmt: skip
    table.append(about, results)


def test_rows_are_parsed_and_failures_kept_apart(table):
    store(table, {"p": 10, "net": "sparse", "seed": 0}, [{"err": 0.5, "name": "a"}], day=2)
    store(table, {"p": 20, "net": "sparse", "seed": 1}, [{"err": np.nan, "k": True}], day=3)
    store(table, {"p": 20, "net": "dense", "seed": 2}, [{}], status="error")
    study = stored_study("toy")
    assert study.rows[0] == {
        "p": 10, "net": "sparse", "seed": 0, "err": 0.5, "name": "a", "seconds": 1.5, "cpu": 1.25,
        "load": 0.25,
    }  # fmt: skip
    assert study.rows[1]["k"] is True
    assert study.failed == [{"p": 20, "net": "dense", "seed": 2, "error": "ValueError: no"}]
    assert study.provenance == {
        "name": "toy", "size": "default", "date": "2026-01-03", "commit": "abc", "machine": "m",
        "versions": "numpy 2", "cases": 2, "failed": 1, "expected": 3, "digests": [""],
    }  # fmt: skip
    np.testing.assert_array_equal(study.column("err"), [0.5, np.nan])
    assert study.column("err", p=10, net="sparse").tolist() == [0.5]
    assert study.column("name").tolist() == ["a"]
    store(table, {"p": 30, "seed": 3}, [{"err": 1.0}, {"err": 2.0}])
    assert [row["seconds"] for row in stored_study("toy").rows[2:]] == [1.5, 1.5]
    with pytest.raises(ValueError, match=r"name='errr'.*'err'"):
        study.column("errr")
    with pytest.raises(ValueError, match="fits no row"):
        study.column("err", p=11)


def test_the_paper_size_is_read_once_it_is_whole(table):
    store(table, {"p": 1}, [{"x": 1}], cases=1)
    store(table, {"p": 1}, [{"x": 2}], size="paper", cases=2)
    assert stored_study("toy").provenance["size"] == "default"
    assert stored_study("toy", "paper").column("x").tolist() == [2]
    store(table, {"p": 2}, [{"x": 3}], size="paper", cases=2)
    assert stored_study("toy").column("x").tolist() == [2, 3]
    with pytest.raises(ValueError, match=r"size='small'.*default.*paper"):
        stored_study("toy", "small")


def test_an_absent_study_is_named(table):
    with pytest.raises(FileNotFoundError, match="make study NAME=nothing"):
        stored_study("nothing")


@pytest.mark.parametrize("path", STUDIES, ids=lambda p: p.stem)
def test_a_study_of_the_repository_is_whole(path):
    study = tool.load_study(path.stem)
    assert len(path.read_text().splitlines()) <= 150
    assert len(study.__doc__.split()) >= 20, "the docstring says which claims the study settles"
    assert {"default", "paper"} <= study.SIZES.keys()
    keys = {}
    for size, settings in study.SIZES.items():
        cases = study.cases(**settings)
        keys[size] = [case_key(case) for case in cases]
        assert len(set(keys[size])) == len(cases), "two cases are alike"
        assert [json.loads(key) for key in keys[size]] == cases, "a case is not plain JSON"
    stored = path.with_suffix(".csv")
    assert not (stored.is_file() and stored.stat().st_size > LARGE), "keep it packed"
    rows = [row for row in table_rows(stored) if row["row"] == "0"]
    if not rows:
        pytest.skip("not run yet")
    for size in keys.keys() - {"paper"}:
        assert [r["case"] for r in rows if r["size"] == size] in ([], keys[size])
    assert {r["case"] for r in rows if r["size"] == "paper"} <= set(keys["paper"])
    assert {r["size"] for r in rows} <= keys.keys()
    assert all(row["status"] == "ok" for row in rows)
