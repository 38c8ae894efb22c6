"""Races: the stored records, the helpers that every race shares, the runner, and the page."""

import ast
import json
import os
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

import _race
import run
from book._ext import catalogue, races_page

ROOT = Path(__file__).resolve().parents[1]
BENCHMARKS = ROOT / "benchmarks"

RECORDS = sorted(_race.RESULTS.glob("*.json"))
PAGES = {catalogue.page_of(part, chapter) for part, chapter in catalogue.chapters()}


def stored(path):
    return json.loads(path.read_text(encoding="utf-8"))


def example(**changes):
    """A record that may be stored."""
    rows = [
        _race.row("sort", "n = 9", 0.5, "slow peer", 1.0, "same order"),
        _race.row("sort", "n = 9", 0.5, "fast peer", 0.25, "same order", "it sorts in C & <fast>"),
        _race.row("sort", "n = 9", 0.5, "lost peer", None, "stopped half-way"),
    ]
    record = {
        "name": "sorting", "title": "Sorting", "chapter": "sugiyama/24_sparse_regression",
        "date": "2030-01-02T03:04:05+00:00", "seconds": 1.0, "machine": "abacus, 2 cores",
        "python": "3.11", "versions": {"numpy": "2"}, "load": [0.1, 0.2], "left_out": ["rope"],
        "rows": rows,
    }  # fmt: skip
    return record | changes


@pytest.mark.parametrize("path", RECORDS, ids=lambda p: p.stem)
def test_every_stored_record_is_sound(path):
    record = stored(path)
    assert _race.faults(record) == []
    assert record["name"] == path.stem
    assert not record["left_out"], "run again where every peer is installed"
    assert record["seconds"] <= run.SHARE


@pytest.mark.parametrize("name", run.names())
def test_every_race_says_what_it_is_as_its_record_does(name):
    tree = ast.parse((BENCHMARKS / f"{name}.py").read_text(encoding="utf-8"))
    title, chapter = run.title_of(name)
    assert chapter in PAGES
    assert any(isinstance(node, ast.FunctionDef) and node.name == "rows" for node in tree.body)
    assert not any(isinstance(node, ast.FunctionDef) and node.name == "row" for node in tree.body)
    path = _race.RESULTS / f"{name}.json"
    record = stored(path) if path in RECORDS else {"title": title, "chapter": chapter}
    assert (record["title"], record["chapter"]) == (title, chapter)


def test_no_record_outlives_its_race():
    assert {path.stem for path in RECORDS} <= set(run.names())


def test_a_ratio_below_one_needs_a_reason_and_only_that_keeps_it():
    behind = _race.row("r", "s", 2.0, "p", 1.0, "same")
    assert any("without a reason" in fault for fault in _race.faults(example(rows=[behind])))
    explained = _race.row("r", "s", 2.0, "p", 1.0, "same", "because")
    assert _race.faults(example(rows=[explained])) == []
    assert _race.row("r", "s", 1.0, "p", 2.0, "same", "because")["reason"] == ""


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda r: r.pop("load"), "fields"),
        (lambda r: r["rows"].clear(), "no rows"),
        (lambda r: r["rows"][0].pop("note"), "fields"),
        (lambda r: r["rows"][0].update(ratio=3.0), "not the peer's time over ours"),
        (lambda r: r["rows"][0].update(ours_s=0.0), "no time of ours"),
        (lambda r: r["rows"][2].update(note=""), "did not arrive"),
    ],
)
def test_what_is_wrong_with_a_record_is_said(spoil, says):
    record = example()
    assert _race.faults(record) == []
    spoil(record)
    assert any(says in fault for fault in _race.faults(record))


def burn(seconds):
    """Use the processor for a while."""
    end = _race.process_time() + seconds
    while _race.process_time() < end:
        pass
    return seconds


def test_a_duel_takes_turns_checks_the_answers_and_gives_the_ratio():
    calls = []

    def side(name, seconds):
        return lambda: (calls.append(name), burn(seconds), 1.0)[-1]

    row = _race.duel("r", "s", side("ours", 0.001), "p", side("peer", 0.004), repeats=3,
                     same=_race.equal(), note=lambda a, b: f"{a:g} and {b:g}")  # fmt: skip
    assert calls == ["ours", *["ours", "peer"] * 3]
    assert 2 < row["ratio"] < 8
    assert row["note"] == "1 and 1"
    floor = _race.duel("r", "s", side("ours", 0.004), "p", side("peer", 0.008), note="same",
                       same=_race.equal(), bare=lambda: burn(0.002))  # fmt: skip
    words, ratio = floor["note"].split("; x")
    assert words == "same"
    assert 2.5 < float(ratio.removesuffix(" by the formula alone")) < 6
    with pytest.raises(AssertionError):
        _race.duel("r", "s", lambda: 1.0, "p", lambda: 1.1, same=_race.equal(rtol=1e-3))


def test_an_even_duel_is_called_even_and_a_lost_one_is_not():
    uneven = iter([0.002, 0.006, 0.002])
    even = _race.duel("r", "s", lambda: burn(0.004), "p", lambda: burn(next(uneven)), repeats=3)
    assert even["ratio"] < 1
    assert even["reason"].startswith("even")
    lost = _race.duel("r", "s", lambda: burn(0.02), "p", lambda: burn(0.001), repeats=3)
    assert lost["reason"] == ""


def test_a_slow_call_is_not_repeated_or_once_if_it_may_have_compiled(monkeypatch):
    monkeypatch.setattr(_race, "BUDGET", 0.01)
    calls = []
    seconds, result = _race.least(lambda: (calls.append(0), burn(0.02))[-1], 5)
    assert (len(calls), result) == (2, 0.02)
    assert seconds >= 0.02
    monkeypatch.setattr(_race, "COMPILING", 0.01)
    calls.clear()
    _race.least(lambda: (calls.append(0), burn(0.02))[-1], 5)
    assert len(calls) == 1


def test_reach_stops_at_the_loosest_tolerance_that_arrives_or_at_the_limit():
    tried = []
    seconds, best = _race.reach(lambda tol: (tried.append(tol), tol)[-1], lambda w: w, 1e-3)
    assert best == pytest.approx(1e-3)
    assert min(tried) == pytest.approx(1e-3)
    assert 0 <= seconds < 1
    assert _race.reach(lambda tol: burn(0.02), lambda w: 1.0, 1e-3, limit=0.01) == (None, 1.0)


def test_a_missing_peer_is_told_once_and_noted(capsys, monkeypatch):
    monkeypatch.setattr(_race, "_left_out", [])
    assert _race.peer("no_such_module.inner", "no-such-thing") is None
    assert _race.peer("no_such_module", "no-such-thing") is None
    assert capsys.readouterr().out.count("no-such-thing is left out") == 1
    assert _race.environment()["left_out"] == ["no-such-thing"]
    assert _race.peer("scipy.stats", "scipy") is not None
    assert "numpy" in _race.environment()["versions"]


TOY = """
from _race import row
TITLE = "Toy"
CHAPTER = "chen/02_background"
def rows():
    yield row("r", "s", 1.0, "p", {peer}, "same")
{more}
"""


# The runner and each of its three races is an interpreter of its own: some seconds.
def test_the_runner_renews_what_it_ran_and_nothing_else(tmp_path):
    for name in ("run.py", "_race.py"):
        shutil.copy(BENCHMARKS / name, tmp_path)
    toys = {"won": (2.0, ""), "lost": (0.5, ""), "broken": (2.0, "    1 / 0")}
    for name, (peer, more) in toys.items():
        (tmp_path / f"{name}.py").write_text(TOY.format(peer=peer, more=more))
    results = tmp_path / "results"
    results.mkdir()
    for name in (*toys, "other"):
        (results / f"{name}.json").write_text("old")
    path = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(
        [sys.executable, tmp_path / "run.py", *toys], capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    assert done.returncode == 1
    assert "not stored: lost, broken" in done.stderr
    assert "broken: failed" in done.stdout
    assert "ratio 0.5 without a reason" in done.stderr
    record = stored(results / "won.json")
    assert _race.faults(record) == []
    assert record["name"] == "won"
    assert all(
        (results / f"{name}.json").read_text() == "old" for name in ("lost", "broken", "other")
    )


def test_the_runner_knows_its_races(capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["run.py", "no_such_race"])
    with pytest.raises(SystemExit, match="no such race: no_such_race"):
        run.main()
    monkeypatch.setattr(sys, "argv", ["run.py", "--list"])
    run.main()
    assert capsys.readouterr().out.split() == run.names()
    assert "lasso" in run.names()
    assert not {"run", "_race"} & set(run.names())


def test_a_chapter_s_name_means_its_races_and_a_part_s_all_of_them():
    assert run.meant("lasso") == ["lasso"]
    assert run.meant("jmlr12/10_search_relevance") == ["relevance", "robust_rankers"]
    assert set(run.meant("jmlr12")) > {"dal", "lapsvm"}
    assert "lasso" not in run.meant("jmlr12")
    assert run.meant("jmlr12/10") == run.meant("jmlr") == []


class Reader(HTMLParser):
    """Counts tags, and collects the words."""

    def __init__(self):
        super().__init__()
        self.open = []
        self.seen = []
        self.words = []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in ("br", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def read(folder):
    page = Reader()
    found = races_page.records(folder)
    page.feed(races_page.page_html(found))
    assert page.open == []
    return page, " ".join(" ".join(page.words).split())


def test_the_page_shows_every_row_closed_with_the_worst_ratio_first(tmp_path):
    _race.store(example(), tmp_path)
    _race.store(example(name="early", chapter="jmlr12/03_direct_lingam", title="Early"), tmp_path)
    page, words = read(tmp_path)
    groups = [attrs for tag, attrs in page.seen if tag == "details"]
    races = [attrs["id"] for tag, attrs in page.seen if tag == "section"]
    assert races == ["race-early", "race-sorting"], "the book's order"
    assert len(groups) == 2
    assert not any("open" in attrs for attrs in groups)
    assert sum(tag == "tr" for tag, _ in page.seen) == 2 * (1 + 3)
    summary = words[words.rindex(" 3 rows") - 60 :].partition("Sorting")[0]
    assert summary.index("median") < summary.index("worst") < summary.index("3 rows")
    assert "1.2" in summary
    assert "0.5" in summary
    assert "it sorts in C & <fast>" in words
    assert "did not arrive" in words
    assert "2 races, 4 ratios: the median is 1.2; 2 are below 1" in words
    assert "Measured 2030-01-02 on abacus, 2 cores" in words
    assert "Left out: rope." in words


def test_races_of_one_chapter_stand_together(tmp_path):
    for name in ("one", "two"):
        _race.store(example(name=name, title=name.title()), tmp_path)
    page, words = read(tmp_path)
    assert sum(tag == "details" for tag, _ in page.seen) == 1
    assert sum(tag == "section" for tag, _ in page.seen) == 2
    assert "6 rows" in words
    assert words.index("6 rows") < words.index("One") < words.index("Two")


@pytest.mark.parametrize(
    ("ratio", "words"),
    [(0.0483, "0.048"), (1.0, "1"), (12.34, "12"), (1050.0, "1,050"), (None, "–")],
)
def test_ratios_have_the_digits_that_matter(ratio, words):
    assert races_page.words(ratio) == words


def test_the_page_of_the_stored_records_is_whole():
    _, words = read(_race.RESULTS)
    reasons = [row["reason"] for path in RECORDS for row in stored(path)["rows"] if row["reason"]]
    assert all(np.char.count(words, reason) for reason in reasons)
