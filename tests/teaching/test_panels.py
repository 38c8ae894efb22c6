import numpy as np
import pytest

from mlcompanion.teaching import Slider
from mlcompanion.teaching._panels import NARROW, columns
from mlcompanion.teaching.explorer import Explorer


def explorer(arrange, figsize=(7.2, 3.5)):
    def draw(fig, n):
        """A picture."""
        arrange(fig, n)
        return f"n = {n}"

    return Explorer(draw, {"n": Slider(1, 3)}, figsize=figsize)


def cuts(made, scale=1.0):
    for n in (1, 2, 3):
        image, _ = made.render({"n": n}, scale)
    return made._panels.cuts(image.width), image


def lines(*axes):
    for ax in axes:
        ax.plot([0, 1], [0, 1])
        ax.set(xlabel="x", ylabel="y", title="a title")


def test_two_panels_are_cut_where_nothing_is_drawn():
    found, image = cuts(explorer(lambda fig, n: lines(*fig.subplots(1, 2))))
    assert len(found) == 3
    column = np.asarray(image.convert("L"))[:, round(found[1] * image.width)]
    assert column.min() == 255
    assert 0.4 < found[1] < 0.6


def test_a_label_of_one_state_moves_the_cut_of_all():
    def arrange(fig, n):
        left, right = fig.subplots(1, 2)
        lines(left, right)
        if n == 2:
            left.text(1.2, 0.5, "a word")

    (_, free, _), _ = cuts(explorer(lambda fig, n: lines(*fig.subplots(1, 2))))
    found, image = cuts(explorer(arrange))
    inked = (np.asarray(image.convert("L")) < 250).any(axis=0)
    assert len(found) == 3
    assert found[1] != free
    assert not inked[round(found[1] * image.width)]


def test_a_vertical_label_stays_with_its_panel():
    def arrange(fig, n):
        left, right = fig.subplots(1, 2)
        lines(left, right)
        right.yaxis.labelpad = 40  # a blank strip behind the label, wider than that before it

    made = explorer(arrange)
    found, image = cuts(made)
    inked = (np.asarray(image.convert("L")) < 250).any(axis=0)
    place = round(found[1] * image.width)
    behind = np.flatnonzero(inked[place:])[:1] + place  # what is drawn first right of the cut
    assert len(found) == 3
    assert np.flatnonzero(~inked[behind[0] : behind[0] + 90]).size > 20  # the label, then its pad


def test_what_runs_across_is_not_cut():
    def arrange(fig, n):
        lines(*fig.subplots(1, 2))
        fig.suptitle("one title that is long enough to run across both of the panels")

    assert cuts(explorer(arrange))[0] == [0, 1]


def test_a_colour_bar_stays_with_its_panel():
    def arrange(fig, n):
        left, right = fig.subplots(1, 2)
        fig.colorbar(left.imshow(np.eye(3)), ax=left)
        lines(right)

    found, _ = cuts(explorer(arrange))
    assert len(found) == 3


@pytest.mark.parametrize("shape", [(1, 1), (2, 1)])
def test_one_panel_is_drawn_narrow_and_with_letters_for_a_phone(shape):
    made = explorer(lambda fig, n: lines(*np.atleast_1d(fig.subplots(*shape)).flat))
    found, image = cuts(made)
    assert (found, image.size) == ([0, 1], (round(100 * NARROW), 350))
    assert made._panels.letters(made.figsize[0], found) >= 11


def test_small_letters_are_told():
    def arrange(fig, n):
        left, right = fig.subplots(1, 2)
        lines(left, right)
        left.text(0, 0.5, "tiny", fontsize=6)

    made = explorer(arrange)
    found, _ = cuts(made)
    assert made._panels.letters(made.figsize[0], found) < 9


def test_panels_are_counted_side_by_side():
    made = explorer(lambda fig, n: None)
    for grid, count in (((1, 1), 1), ((3, 1), 1), ((1, 3), 3), ((2, 2), 2)):
        fig = made._layouts.figure((7, 4), 100)
        fig.subplots(*grid)
        assert len(columns(fig)) == count


def test_a_picture_without_words_has_no_small_letters():
    def arrange(fig, n):
        fig.subplots().axis("off")

    made = explorer(arrange)
    found, _ = cuts(made)
    assert 11 < made._panels.letters(made.figsize[0], found) < np.inf
