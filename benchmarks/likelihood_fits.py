"""Maximum likelihood fits with standard errors against statsmodels and SciPy, to the same numbers.

``GenericLikelihoodModel`` of statsmodels is given the same log-density, climbs it by BFGS from the
same start and inverts a numerical Hessian. ``scipy.stats.<law>.fit`` finds the peak only; what its
row leaves out is the error bar. The batch of fits is what the chapter's experiments use.
"""

import numpy as np
from scipy import stats

from _race import duel, equal, peer
from mlcompanion.probability import Gamma
from mlcompanion.stats import fisher_scoring
from mlcompanion.stats.likelihood.information import SmoothModel
from mlcompanion.stats.likelihood.smooth_models import CAUCHY, GAMMA
from mlcompanion_chapters.sugiyama.s13_mle_properties.likelihood_limits import cauchy_centres

TITLE = "Fits with error bars"
CHAPTER = "sugiyama/13_mle_properties"

statsmodels = peer("statsmodels.base.model", "statsmodels")


def with_errors(model, x, start, information="expected"):
    """Estimates and their standard errors."""
    fit = fisher_scoring(model, x, start, information)
    return np.r_[fit.parameters, np.sqrt(np.diagonal(fit.covariance))]


def statsmodels_gamma(x, start):
    """The same from a subclass that states the log-density, as statsmodels' manual shows."""

    class GammaFit(statsmodels.GenericLikelihoodModel):
        def loglikeobs(self, params):
            return stats.gamma.logpdf(self.endog, params[0], scale=1 / params[1])

    fit = GammaFit(x).fit(start_params=start, method="bfgs", disp=0, gtol=1e-8)
    return np.r_[fit.params, fit.bse]


def scipy_gamma(x):
    """Shape and rate of SciPy's fit."""
    shape, _, scale = stats.gamma.fit(x, floc=0)
    return np.array([shape, 1 / scale])


def as_probable(x):
    """A check: all of ours as probable as SciPy's at least, and 95 % of them within 1e-4."""

    def same(ours, theirs):
        falls = [np.log1p((x - c[:, None]) ** 2).sum(axis=1) for c in (ours, theirs)]
        assert np.all(falls[0] <= falls[1] + 1e-9)
        assert np.quantile(np.abs(ours - theirs), 0.95) <= 1e-4

    return same


def rows():
    """The gamma law by closed and by numerical derivatives; one Cauchy sample, and many."""
    x = Gamma(2.0, 1.0).rvs(1000, random_state=0)
    start = np.array([x.mean() ** 2 / x.var(), x.mean() / x.var()])
    by_law = SmoothModel.from_law(Gamma)
    if statsmodels:
        for kind, model in (("closed", GAMMA), ("numerical", by_law)):
            yield duel(
                f"gamma law with standard errors, {kind} derivatives", "n = 1,000",
                lambda model=model: with_errors(model, x, start, "sample"),
                "statsmodels GenericLikelihoodModel", lambda: statsmodels_gamma(x, start),
                same=equal(rtol=1e-3), note="same estimates and standard errors",
                reason="ours takes a numerical Hessian at every step, BFGS one at the end",
            )  # fmt: skip
    yield duel(
        "gamma law, estimate", "n = 1,000", lambda: with_errors(GAMMA, x, start, "sample")[:2],
        "scipy.stats.gamma.fit", lambda: scipy_gamma(x), same=equal(rtol=1e-6),
        note="ours with standard errors, SciPy's without",
        reason="SciPy solves one equation in the shape, known for this law; ours climbs any model",
    )  # fmt: skip
    x = np.random.default_rng(1).standard_cauchy((200, 101))
    one = x[0]
    medians = np.median(x, axis=1)
    yield duel(
        "centre of a Cauchy law", "n = 101",
        lambda: fisher_scoring(CAUCHY, one, medians[0]).parameters,
        "scipy.stats.cauchy.fit", lambda: stats.cauchy.fit(one, fscale=1)[:1],
        same=equal(rtol=1e-3, atol=1e-4), note="SciPy's to 1e-4: a simplex search",
    )  # fmt: skip
    yield duel(
        "centre of a Cauchy law", "200 samples, n = 101", lambda: cauchy_centres(x, medians, 1e-8),
        "scipy.stats.cauchy.fit",
        lambda: np.array([stats.cauchy.fit(row, fscale=1)[0] for row in x]),
        same=as_probable(x), note="all at least as probable, 95 % within 1e-4", repeats=2,
    )  # fmt: skip
