"""Arguments of joint tables, of Bayes' theorem, of mixtures of risks and of the diamond."""

import numpy as np

from valid_calls.kinds import Array, Call, Choice, Count, Number

_rng = np.random.default_rng(3)
_TABLE = _rng.dirichlet(np.ones(6)).reshape(2, 3)
_X, _Y = _rng.normal(size=(2, 12))
_AXIS = {"given": {"given": Choice("y")}, "of": {"of": Choice("x")}}
_PRIOR = Array(np.array([0.3, 0.7]), "k", low=0, bad=([0.3, 0.6],))
_LIKELIHOOD = Array(_rng.dirichlet(np.ones(3), 2), "kl", low=0, bad=([[0.3, 0.6], [0.5, 0.5]],))
_MASSES = Array(np.array([0.2, 0.3, 0.5]), "m", low=0, bad=([0.2, 0.3],))
_PLACES = Array(_X[:4], "m", but={"one axis more", "one axis fewer", "empty"})
_SPREAD = Number(0.5, low=0, open_low=True)

CALLS = {
    "JointTable": Call(
        P=Array(_TABLE, "kl", low=0),
        xs=Array(np.array([0.0, 1.0]), "k"),
        ys=Array(np.array([-1.0, 0.0, 2.0]), "l"),
        methods={
            "from_counts": {
                "counts": Array(100 * _TABLE, "kl", low=0, bad=(np.zeros((2, 3)),)),
                "xs": Array(np.array([0.0, 1.0]), "k"),
                "ys": Array(np.array([-1.0, 0.0, 2.0]), "l"),
            },
            "from_pairs": {"x": Array(np.round(_X), "n"), "y": Array(np.round(_Y), "n")},
            "from_marginals": {
                "g": _MASSES,
                "h": Array(np.array([0.4, 0.6]), "l", low=0, bad=([0.2, 0.3],)),
                "xs": Array(np.arange(3.0), "m"),
                "ys": Array(np.arange(2.0), "l"),
            },
            "conditional": _AXIS["given"],
            "cond_mean": _AXIS["given"],
            "cond_var": _AXIS["given"],
            "marginal": _AXIS["of"],
            "mean": _AXIS["of"],
            "var": _AXIS["of"],
        },
    ),
    "bayes_posterior": Call(prior=_PRIOR, likelihood=_LIKELIHOOD),
    "sequential_posterior": Call(
        prior=_PRIOR,
        likelihood=_LIKELIHOOD,
        effects=Array(np.array([0, 2, 1]), "t", low=0, high=2, integer=True, but={"empty"}),
    ),
    "break_even_prior": Call(
        sensitivity=Number(0.9, 0, 1, open_low=True), specificity=Number(0.8, 0, 1)
    ),
    "portfolio_variance": Call(
        weights=Array(np.array([0.3, 0.7]), "d", but={"one axis more"}),
        covariance=Array(np.array([[1.0, 0.2], [0.2, 2.0]]), "dd", bad=([[1, 0], [0.5, 1]],)),
    ),
    "minimum_variance_share": Call(sd_x=_SPREAD, sd_y=_SPREAD, corr=Number(0.2, -1, 1)),
    "binned_information": Call(x=Array(_X, "n"), y=Array(_Y, "n"), n_bins=Count(3, low=2)),
    "diamond_pdf": Call(
        points=Array(_rng.normal(size=(4, 2)), "md", but={"one axis more", "empty"})
    ),
    "diamond_marginal": Call(x=_PLACES),
}
