"""The charges of the variational E-step, against the library's step."""

import numpy as np

from mlcompanion.bayes.mixtures import MixturePrior, variational_responsibilities, vb_rounds
from mlcompanion_chapters.sugiyama.s20_bayesian_mixtures import vb_runs


def test_with_all_three_charges_it_is_the_e_step():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 3))
    prior = MixturePrior(0.5, 2.0, np.zeros(3), np.diag([1.0, 2.0, 3.0]), 4.0)
    posterior = next(vb_rounds(X, rng.dirichlet(np.ones(4), size=30), prior)).posterior
    wanted = variational_responsibilities(X, posterior)
    got = vb_runs.charged_shares(X, posterior, ("weight", "mean", "width"))
    np.testing.assert_allclose(got, wanted, atol=1e-12)
    some = vb_runs.charged_shares(X, posterior, ("weight", "mean"))
    assert np.abs(some - wanted).max() > 0.003


def test_without_charges_more_bells_live():
    assert vb_runs.charged_run(0, ("weight", "mean", "width")) < vb_runs.charged_run(0, ())
