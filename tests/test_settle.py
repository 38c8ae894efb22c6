"""Ledgers of two processors: numbers near, verdicts and words exactly."""

import copy

import nbformat
import pytest

from tools.settle import LEDGER, near, same_words, settle, settled


def line(**changes):
    """A claim as a notebook holds it."""
    row = {"name": "slope", "ours": 0.303, "low": 0.0, "inside": True}
    claim = {"id": "a", "verdict": "reproduced", "measured": "slope 0.303", "compared": [row]}
    return {"page": "p", "claims": [{**claim, **changes}]}


@pytest.mark.parametrize(
    ("stored", "fresh"),
    [
        ("slopes [0.27, -0.303]", "slopes [0.27, -0.306]"),
        ("gap < 1e-09", "gap < 1e-06"),
        ("gap 0", "gap > -1e-09"),
        ("gaps [< 1e-09, 0]", "gaps [0, < 1e-09]"),
        ("1,020 of 2,000", "1,021 of 2,000"),
        ("spread 1.92e-06", "spread 1.33e-06"),
    ],
)
def test_last_digits_agree(stored, fresh):
    assert same_words(stored, fresh)


@pytest.mark.parametrize(
    ("stored", "fresh"),
    [
        ("slope 0.27", "slope 0.30"),
        ("slope 0.27", "slope -0.27"),
        ("slope 0.27", "rate 0.27"),
        ("[1, 2]", "[1, 2, 2]"),
        ("gap 0.0005", "gap 0.005"),
    ],
)
def test_other_numbers_and_words_do_not(stored, fresh):
    assert not same_words(stored, fresh)


def test_near_is_two_in_a_hundred():
    assert near(100, 102)
    assert not near(100, 103)
    assert near(0.0009, -0.0009)
    assert not near(0.0009, 0.0012)


def test_a_verdict_is_never_settled():
    fresh = line(verdict="partly", measured="slope 0.304")
    found = settled(line(), fresh)
    assert found["claims"][0]["verdict"] == "partly"
    assert found["claims"][0]["measured"] == "slope 0.303"


def test_a_changed_limit_or_number_is_kept():
    row = {"name": "slope", "ours": 0.303, "low": 0.1, "inside": True}
    assert settled(line(), line(compared=[row]))["claims"][0]["compared"] == [row]
    far = {"name": "slope", "ours": 0.5, "low": 0.0, "inside": True}
    assert settled(line(), line(compared=[far]))["claims"][0]["compared"] == [far]
    assert settled(line(), line(id="b"))["claims"][0]["id"] == "b"


def notebook(ledger):
    """A notebook with one cell that shows a ledger."""
    words = "  line  found\n  ----\n" + ledger["claims"][0]["measured"]
    output = nbformat.v4.new_output("display_data", data={LEDGER: ledger, "text/plain": words})
    cell = nbformat.v4.new_code_cell("ledger.show()", outputs=[output])
    return nbformat.v4.new_notebook(cells=[cell])


def test_copies_are_settled_in_place_and_what_is_stored_stays():
    stored = notebook(line())
    fresh = notebook(line(measured="slope 0.305"))
    before = copy.deepcopy(stored)
    settle(stored, fresh)
    assert fresh.cells[0].outputs[0].data == stored.cells[0].outputs[0].data
    assert stored == before
