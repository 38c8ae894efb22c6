import numpy as np
import pytest
from scipy.stats import invwishart, multivariate_normal

from mlcompanion.bayes.conjugate import NormalWishart
from mlcompanion_chapters.sugiyama.s20_bayesian_mixtures import evidence, label_runs, vb_runs


def test_evidence_is_that_of_the_conjugate_family_and_of_prior_draws():
    X = np.random.default_rng(0).normal(size=(3, 2))
    W0 = np.diag([0.5, 2.0])
    got = evidence.set_log_evidence(X, 0.5, W0, 6.0)
    assert got == pytest.approx(NormalWishart([0, 0], 0.5, 6.0, W0).log_evidence(X), rel=1e-12)
    rng = np.random.default_rng(1)
    covariances = invwishart.rvs(6.0, np.linalg.inv(W0), size=4000, random_state=rng)
    total = 0.0
    for S in covariances:
        mu = rng.multivariate_normal([0, 0], S / 0.5)
        total += np.exp(multivariate_normal.logpdf(X, mu, S).sum())
    assert total / 4000 == pytest.approx(np.exp(got), rel=0.15)


def test_labellings_and_their_sizes():
    labels, logs = evidence.label_log_joints(label_runs.six_points(0)[:3], 2)
    assert labels.shape == (8, 3)
    assert logs[0] == pytest.approx(logs[-1])  # all in the first, all in the second
    np.testing.assert_array_equal(
        evidence.canonical_sizes(np.array([[0, 0, 2], [2, 1, 0]])), [2, 3]
    )


def test_right_forms_agree_and_printed_ones_do_not():
    case = label_runs.weight_case(0)
    assert case["right"] < 1e-9 < np.median(case["printed"])
    forms = label_runs.centre_case(0)
    assert forms["right"] < 1e-9
    assert min(forms["centre"], forms["scale"]) > 1e-3
    assert abs(label_runs.drawn_case(50_000)) < 0.05
    powers = label_runs.exponent_case(2, 50)
    assert powers["right"] < 1e-9 < powers["printed"]


def test_the_sampler_meets_the_exact_number_of_components():
    exact = label_runs.weight_case(3)["expected"]
    found = label_runs.occupied_case(3, n_sweeps=20_000)
    assert found["right"] == pytest.approx(exact, abs=0.05)
    assert found["printed"] < exact - 0.2


def test_the_listing_by_both_rules():
    wrong = label_runs.listing_chain(0, book_rule=True)
    right = label_runs.listing_chain(0, book_rule=False)
    assert np.count_nonzero(wrong["sizes"]) == 2
    printed = label_runs.printed_chains([0, 1], n_sweeps=100)
    np.testing.assert_array_equal(printed.sum(axis=1), 150)
    assert (printed[:, 1] > 40).all()
    assert (printed[:, 2:] == 0).all()
    assert right["occupied"][50:].mean() > 2.5


def test_variational_runs():
    run = vb_runs.listing_run(0)
    assert run["w"].sum() == pytest.approx(1)
    bound = vb_runs.bound_run(1, sizes=(1, 2), n_starts=1, n_points=5)
    assert max(bound["rise"]) < 1e-8
    assert max(bound["over"]) < 1e-8
    assert abs(bound["gap"][0]) < 1e-8 < bound["gap"][1]
    assert vb_runs.best_number(0, sizes=(1, 2), n_init=1)["best"] == 2


def test_without_a_degree_of_freedom_the_mass_has_no_bound():
    radii = np.array([1e3, 1e6])
    np.testing.assert_allclose(label_runs.disc_masses(1, radii), np.pi * np.log1p(radii**2))
    wanted = 2 * np.pi * (1 - 1 / np.sqrt(1 + radii**2))
    np.testing.assert_allclose(label_runs.disc_masses(2, radii), wanted)


def test_a_contour_keeps_its_distance():
    """The corrected ellipse does; the printed ones stretch it by the ratio of the eigenvalues."""
    for seed in range(5):
        found = label_runs.ellipse_spread(seed)
        assert found["right"] == pytest.approx(1)
        assert found["printed"] > 1
        assert found["turned"] > 1
