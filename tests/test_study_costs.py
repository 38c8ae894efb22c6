"""What a study will cost, what is stale, what is taken over, and what is kept packed."""

import json
from types import SimpleNamespace

import pytest

from mlcompanion.teaching.studies import packed, read_table
from tools import study as tool
from tools import study_table
from tools.chapters import CHAPTERS, study_files
from tools.study_costs import cost_of, estimated_seconds, settled_claims
from tools.study_table import StudyTable, case_key, table_rows


def test_costs_grow_as_the_stored_cases_do():
    measured = [
        ({"kind": kind, "n": n, "p": 5, "seed": seed}, scale * n**2)
        for kind, scale in (("slow", 1.0), ("fast", 0.01))
        for n in (10, 20, 40)
        for seed in range(3)
    ]
    asked = [
        {"kind": "slow", "n": 100, "p": 5, "seed": 9},
        {"kind": "fast", "n": 100, "p": 5, "seed": 9},
        {"kind": "slow", "n": 10, "p": 50, "seed": 9},  # p never changed: in proportion
        {"kind": "new", "n": 10, "p": 5, "seed": 9},
    ]
    assert estimated_seconds(asked, measured)[:3] == pytest.approx([1e4, 100, 1000], rel=1e-6)
    assert 1 <= estimated_seconds(asked, measured)[3] <= 1600
    falling = [({"n": n}, 100 / n) for n in (1, 10, 100)]
    assert estimated_seconds([{"n": 10_000}], falling)[0] >= 1, "no power is negative"
    assert estimated_seconds([{"n": 1}], []) == [60.0]


def describe(case, size="default", digest="", cpu=3600.0, status="ok"):
    return {"size": size, "case": case_key(case), "cases": 3, "status": status, "digest": digest,
            "seconds": 1.0, "cpu": cpu, "load": 0.5, "date": "2026-01-01T00:00:00"}  # fmt: skip


@pytest.fixture
def table(tmp_path):
    """Cases 0 and 1 of the default size; the first by today's code; the last one failed."""
    table = StudyTable(tmp_path / "t.csv")
    table.append(describe({"k": 0}, digest="now"), [{"x": 1}, {"x": 2}])
    table.append(describe({"k": 1}), [{"x": 3}])
    table.append(describe({"k": 2}, status="error"), [{}])
    return table


STUDY = SimpleNamespace(
    __doc__="Words.\n\nSettles of chapter a/01_b: table-1, fig2-x and\nlemma-3 (last). And so-so.",
    SIZES={"default": {"n": 2}, "paper": {"n": 4}},
    cases=lambda n: [{"k": k} for k in range(n)],
)  # fmt: skip


def test_what_is_left_to_run(table):
    cost = cost_of(STUDY, "default", table.rows)
    assert (cost.cases, cost.expected, cost.hours, cost.whole) == (0, 2, 0, 2)
    stale = cost_of(STUDY, "default", table.rows, digest="now")
    assert (stale.cases, stale.hours, stale.longest) == (1, 1, 1)
    assert cost_of(STUDY, "default", table.rows, fresh=True).cases == 2
    paper = cost_of(STUDY, "paper", table.rows)
    assert (paper.cases, paper.expected, paper.claims) == (2, 4, 3)
    assert paper.hours == pytest.approx(2 + 3), "in proportion to k"
    assert paper.hours_on(2) == pytest.approx((1 + 1 + 2 + 3) / 2)
    assert paper.hours_on(100) == pytest.approx(paper.longest) == pytest.approx(3)
    assert settled_claims(STUDY) == {"table-1", "fig2-x", "lemma-3"}


def test_a_size_that_lost_cases_is_complete_without_them(table):
    two = [case_key({"k": k}) for k in range(2)]
    table.drop("default", {case_key({"k": 2})})
    table.finish("default", two)
    assert {row["cases"] for row in table.rows if row["row"] == "0"} == {"2"}


def test_what_other_code_computed_is_stale(table):
    assert table.stale("default", "now") == {case_key({"k": 1}), case_key({"k": 2})}
    assert table.stale("paper", "now") == set()


def test_a_case_of_another_size_is_taken_over(table):
    keys = {case_key({"k": k}) for k in range(4)}
    table.share("paper", keys)
    assert table.stored("paper") == {case_key({"k": 0}), case_key({"k": 1})}, "no failure"
    mine = [row for row in read_table(table.path) if row["size"] == "paper"]
    assert [(row["case"], row.get("x")) for row in mine] == [
        ('{"k":0}', "1"), ('{"k":0}', "2"), ('{"k":1}', "3")
    ]  # fmt: skip
    assert mine[0]["cases"] == "4"
    assert mine[0]["digest"] == "now"
    table.share("paper", keys)
    assert len(read_table(table.path)) == 4 + len(mine)


def test_a_large_table_is_kept_packed_and_unpacked_by_a_run(table, monkeypatch):
    rows = read_table(table.path)
    monkeypatch.setattr(study_table, "LARGE", 100)
    table.finish("default", [case_key({"k": k}) for k in range(3)])
    assert not table.path.is_file()
    assert table_rows(table.path) == rows
    content = packed(table.path).read_bytes()
    again = StudyTable(table.path)
    assert table.path.is_file()
    assert not packed(table.path).exists()
    again.finish("default", [case_key({"k": k}) for k in range(3)])
    assert packed(table.path).read_bytes() == content, "the same rows are the same bytes"


def test_a_run_on_uncommitted_code_is_refused(tmp_path, monkeypatch, capsys):
    study = tmp_path / "toy.py"
    study.write_text('"""Toy."""\nSIZES = {"default": {}}\n\ndef cases():\n    return [{"k": 1}]\n')
    monkeypatch.setattr(tool, "commit", lambda: "abc+dirty")
    with pytest.raises(SystemExit, match="FORCE=1"):
        tool.main([str(study)])
    assert tool.main([str(study), "--dry"]) == 0
    assert "toy" in capsys.readouterr().out
    assert not (tmp_path / "results").exists()


#: Studies behind a page of the book, which settle no claim of a chapter.
OF_PAGES = {"promised_rates": "rates"}


def test_every_study_names_claims_that_there_are():
    known = "".join(path.read_text() for path in CHAPTERS.glob("*/*/claims.yml"))
    for name, page in OF_PAGES.items():
        assert name in (CHAPTERS.parents[1] / "book" / f"{page}.md").read_text()
    for name in {path.stem for path in study_files()} - OF_PAGES.keys():
        claims = settled_claims(tool.load_study(name))
        assert claims, name
        lost = [claim for claim in claims if f"id: {claim}" not in known]
        assert not lost, (name, json.dumps(lost))
