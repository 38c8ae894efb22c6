"""Loop and template agree, a wrong link shows, and Winnow's scale fits its own mistakes."""

import numpy as np
import pytest

from mlcompanion.convex import Entropy
from mlcompanion.datasets import make_r_of_k
from mlcompanion.online import FixedScale, Perceptron, dual_ascent
from mlcompanion_chapters.shalev_shwartz.o05_derived_algorithms import quasi_additive as qa


def test_figure_loop_by_hand():
    X = [[1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, -1.0]]
    y = [1.0, 1.0, -1.0, -1.0]
    signs = qa.figure_loop(X, y, lambda theta: theta)
    # theta: (0, 0), (1, 0), (1, 0), (1, -1) after the tie of round 3, which is a mistake
    assert signs.tolist() == [0.0, 1.0, 0.0, 1.0]
    with pytest.raises(ValueError, match="y"):
        qa.figure_loop(X, [0, 1, 1, 1], lambda theta: theta)


def test_template_is_the_loop_and_only_winnow_feels_the_scale(monkeypatch):
    found = qa.template_differences(150, [0])
    assert [found[k] for k in ("fig_diff", "c_perceptron", "c_pnorm", "p2_diff")] == [0] * 4
    assert found["c_winnow"] > 0
    broken = {"Perceptron": (np.sign, *qa.LINKS["Perceptron"][1:])}
    monkeypatch.setattr(qa, "LINKS", qa.LINKS | broken)
    assert qa.template_differences(150, [0])["fig_diff"] > 0


def test_links_are_slopes_and_a_wrong_one_is_seen(monkeypatch):
    assert max(qa.link_errors(5, 0).values()) < 1e-8
    square = (np.square, *qa.LINKS["Winnow"][1:])
    monkeypatch.setattr(qa, "LINKS", {"Winnow": square})
    assert qa.link_errors(5, 0)["Winnow"] > 0.01


def test_hindsight_scale_fits_its_own_mistakes():
    stream = make_r_of_k(2000, 59, random_state=0)
    X = stream.data
    y = stream.target.astype(float)
    made, c = qa.hindsight_winnow(X, y)
    assert c == pytest.approx(np.sqrt(made / (2 * np.log(60))), rel=0.06)
    run = dual_ascent(X, y, Entropy(), scale=FixedScale(c), conservative=True)[1]
    assert run.n_mistakes == made
    with pytest.raises(ValueError, match="max_runs"):
        qa.hindsight_winnow(X, y, max_runs=1)


def test_r_of_k_run():
    row = qa.r_of_k_run(40, 1000, 0)
    stream = make_r_of_k(1000, 39, random_state=0)
    assert (
        row["perceptron"]
        == Perceptron(fit_intercept=False).fit(stream.data, stream.target).n_mistakes_
    )
    assert row["margin"] == pytest.approx(0.5)
    assert row["bound"] == pytest.approx(8 * 7.5**2 * np.log(40))
    longest = (stream.data**2).sum(axis=1).max()
    assert row["perceptron_bound"] == pytest.approx(4 * (5 + 2.5**2) * longest)


def test_geometry_mistakes():
    few = qa.geometry_mistakes(200, 3, "dense", 0)
    assert few["p = 2 log n"] < few["p = 2"] / 2
    all_of_them = qa.geometry_mistakes(200, 200, "dense", 0)
    assert all_of_them["p = 2"] < all_of_them["p = 2 log n"]
    assert set(qa.geometry_mistakes(30, 30, "sparse", 1, n_rounds=50)) == set(few)
    with pytest.raises(ValueError, match="instances"):
        qa.geometry_mistakes(30, 3, "odd", 0)
