import re

import numpy as np
import pytest

from mlcompanion.teaching import Choice, Slider, explore, holds, number, readouts

DRAWN = []


@pytest.fixture
def curve(monkeypatch, tmp_path):
    monkeypatch.setattr("mlcompanion.teaching.explorer.display", lambda *a, **k: None)
    monkeypatch.setenv("MLCOMPANION_FRAMES", str(tmp_path))
    DRAWN.clear()

    def made(mode="plain", states=None):
        monkeypatch.setenv("MLCOMPANION_OUTPUT", mode)

        @explore(n=Slider(stops=[1, 10, 100], value=10), kind=Choice(["up", "down"]), states=states)
        def curve(fig, n, kind):
            """A line."""
            DRAWN.append((n, kind))
            fig.subplots().plot([0, n], [0, n if kind == "up" else -n])
            return f"{kind} to {n:,}"

        return curve

    return made


EVERY = [
    ({"n": n, "kind": kind}, f"{kind} to {n:,}") for n in (1, 10, 100) for kind in ("up", "down")
]


@pytest.mark.parametrize("mode", ["plain", "live", "book"])
def test_readouts_of_all_states_come_in_order_and_each_state_is_drawn_once(curve, mode):
    widget = curve(mode)
    assert readouts(widget) == EVERY
    assert readouts(widget) == EVERY
    assert len(DRAWN) == len(set(DRAWN)) == 6


def test_no_picture_is_rendered_for_a_readout(curve, monkeypatch):
    widget = curve()

    def fail(self, fig):
        raise RuntimeError("rendered")

    monkeypatch.setattr("mlcompanion.teaching._layout.LayoutMemory.draw", fail)
    assert len(readouts(widget)) == 6


def test_some_states_can_be_asked_for_and_only_these_are_drawn(curve):
    widget = curve()
    DRAWN.clear()
    assert readouts(widget, n=[1, 100], kind="down") == [EVERY[1], EVERY[5]]
    assert DRAWN == [(1, "down"), (100, "down")]
    assert readouts(widget, n=np.array([1]), kind="up") == EVERY[:1]


def test_readouts_are_of_drawn_states_only(curve):
    widget = curve(states=[{"n": 100, "kind": "up"}])
    assert [state for state, _ in readouts(widget)] == [EVERY[2][0], EVERY[4][0]]
    with pytest.raises(ValueError, match="no drawn state has kind = 'down'"):
        readouts(widget, kind="down")


def test_a_wrong_question_is_refused(curve):
    with pytest.raises(ValueError, match="explore decorated"):
        readouts(len)
    with pytest.raises(ValueError, match=re.escape("['m'] are no controls")):
        readouts(curve(), m=3)
    with pytest.raises(ValueError, match="n = 7"):
        readouts(curve(), n=[1, 7])


@pytest.mark.parametrize(
    ("words", "pattern", "value"),
    [
        ("Winnow: 1,605 mistakes of 2", "{} mistakes", 1605),
        ("error −0.25 after 3", "error {}", -0.25),
        ("share 31%, rest 69%", "share {}%", 31),
        ("gap 1.5e-09 of 3", "gap {}", 1.5e-9),
        ("at 3, 12 points", "{} points", 12),
        ("in 2011, 1,234,567 forms", "{} forms", 1234567),
        ("a gain of +0.5.", "gain of {}", 0.5),
    ],
)
def test_a_number_is_read_off_words(words, pattern, value):
    assert number(words, pattern) == value


def test_a_number_that_is_not_there_once_is_refused():
    with pytest.raises(ValueError, match="stands 0 times"):
        number("no mistakes", "{} mistakes")
    with pytest.raises(ValueError, match="stands 2 times"):
        number("3 of 4 and 5 of 6", "{} of")
    with pytest.raises(ValueError, match="for the number"):
        number("3 of 4", "of")


def test_a_sentence_that_is_no_longer_true_stops_the_chapter():
    holds("errors fall", np.bool_(True))
    with pytest.raises(AssertionError, match="no longer true: errors fall"):
        holds("errors fall", False)
    with pytest.raises(ValueError, match="truth must be"):
        holds("errors fall", np.array([True]))
    with pytest.raises(ValueError, match="truth must be"):
        holds("errors fall", [1])
