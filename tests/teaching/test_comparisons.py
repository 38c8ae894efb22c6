"""The numbers that a criterion compares, for the picture of a line."""

import re

import pytest

from mlcompanion.teaching._comparisons import comparisons
from mlcompanion.teaching.claims import Claim
from mlcompanion.teaching.ledger_view import compared_words, label, measured_html, strips_html

ERR = {"name": "err 1", "ours": 0.41, "source": 0.44, "low": 0.33, "high": 0.55}
IN = {"inside": True}
OUT = {"inside": False}


@pytest.mark.parametrize(
    ("expression", "measured", "expected"),
    [
        ("abs(x - 0.44) <= 0.1", {"x": 0.4},
         [{"name": "x", "ours": 0.4, "source": 0.44, "low": 0.34, "high": 0.54}]),
        ("abs(3 - x) <= 1", {"x": 5}, [{"name": "x", "ours": 5, "source": 3, "low": 2, "high": 4}]),
        ("0 < x <= 2 ** 3", {"x": 1}, [{"name": "x", "ours": 1, "low": 0, "high": 8}]),
        ("5 >= x and x >= 1", {"x": 2}, [{"name": "x", "ours": 2, "high": 5, "low": 1}]),
        ("all(abs(e - s) <= 0.25 * s for e, s in zip(err, [0.44, 2]))", {"err": [0.41, 1]},
         [ERR, {"name": "err 2", "ours": 1, "source": 2, "low": 1.5, "high": 2.5}]),
        ("all(0 <= e and e < 9 for e in err)", {"err": [1]},
         [{"name": "err 1", "ours": 1, "low": 0, "high": 9}]),
        ("err[1] <= 0.5", {"err": [3, 0.25]}, [{"name": "err 2", "ours": 0.25, "high": 0.5}]),
        ("x < y", {"x": 1, "y": 2}, []),
        ("x == 3 or x <= 2", {"x": 1}, []),
        ("ok and len(x) > 2", {"ok": True, "x": [1]}, []),
        ("all(e > 0 for e in err if e < 5)", {"err": [1]}, []),
        ("all(e > 0 for e in err)", {"err": [1] * 13}, []),
        ("sum(err) <= 3 and max(abs(e) for e in err) < 1", {"err": [1]}, []),
        ("x <= 3", {"x": float("inf")}, []),
    ],
)  # fmt: skip
def test_limits_are_read_from_the_criterion(expression, measured, expected):
    found = comparisons(expression, measured)
    assert [{k: v for k, v in row.items() if k != "inside"} for row in found] == expected


def test_what_is_inside_is_told_before_it_is_rounded():
    (row,) = comparisons("x >= 1", {"x": 0.9999})
    assert row == {"name": "x", "ours": 1.0, "low": 1, "inside": False}
    assert comparisons("x <= 1", {"x": 3e-9}) == []
    assert comparisons("x <= 1", {"x": 0})[0]["inside"]


def test_a_line_is_a_sentence_and_a_picture():
    rows = [
        ERR | IN,
        {"name": "slope", "ours": -2.0, "high": -1} | IN,
        {"name": "z", "ours": 10200.0, "low": 2e4} | OUT,
    ]
    said = compared_words(rows)
    assert said == (
        "err 1 0.41 where the source has 0.44; slope -2 (at most -1); z 10,200 (at least 20,000)"
    )
    html = strips_html(rows)
    assert f'role="img" aria-label="{said}"' in html
    assert html.count("mlc-strip-in") == 2
    assert html.count("mlc-strip-out") == html.count("mlc-strip-source") == 1


@pytest.mark.parametrize("ours", [-1e6, 0.3, 0.5, 1e6])
def test_the_dot_lies_in_the_band_where_the_limits_hold(ours):
    rows = comparisons("0.2 <= x <= 0.4", {"x": ours})
    html = strips_html(rows)
    left, width = (float(re.search(rf'<rect[^>]* {n}="([^"]*)"', html)[1]) for n in ("x", "width"))
    dot = float(re.search(r'cx="([^"]*)"', html)[1])
    assert 0 <= left <= left + width <= 180
    assert 0 <= dot <= 180
    assert (left < dot < left + width) == ("mlc-strip-in" in html) == (0.2 <= ours <= 0.4)


MEANINGS = {
    "err": "lists by n: median error of 20 runs, in metres (means: see the study)",
    "gap": "number of (step, loss) pairs beyond it, which no run may have",
    "e": "error",
}


def test_a_reader_gets_meanings_for_names():
    norm = {"norm": "smallest norm of (average of the estimates, minus f) over all, in units"}
    assert label("norm", norm) == "smallest norm of (average of the estimates, minus f) over …"
    assert label("err 2", MEANINGS) == "median error of 20 runs, no. 2"
    assert label("err 2 1", MEANINGS) == "median error of 20 runs, row 2, no. 1"
    assert label("gap", MEANINGS) == "number of (step, loss) pairs beyond it"
    assert label("e", MEANINGS) == "error"
    assert label("slope 1", {}) == "slope 1"
    long = label("x", {"x": "word " * 40})
    assert len(long) < 65
    assert long.endswith("word …")


def test_the_meaning_of_a_list_stands_once():
    rows = [ERR | IN, ERR | {"name": "err 2"} | IN, {"name": "e", "ours": 2.0, "high": 3} | IN]
    assert compared_words(rows, MEANINGS) == (
        "median error of 20 runs, no. 1: 0.41 where the source has 0.44; "
        "no. 2: 0.41 where the source has 0.44; error: 2 (at most 3)"
    )
    assert "<title>median error of 20 runs, no. 2: 0.41" in strips_html(rows, MEANINGS)


def test_measurements_stand_below_their_meanings():
    def line(measured, measure=MEANINGS):
        return Claim("claim", "a", "", "", measured, "holds", measure=measure)

    html = measured_html(line("err [1, 2]; gap < 1e-09; e yes"))
    assert "<dt>error</dt><dd>yes</dd>" in html
    assert html.index("median error") < html.index("[1, 2]") < html.index("number of (step")
    assert "err" not in re.sub("error", "", html)
    assert measured_html(line("0.4 m; e is small")) == "0.4 m; e is small"
    assert measured_html(line("–")) == "–"
