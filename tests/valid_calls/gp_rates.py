"""Valid calls of the rates of Gaussian process posteriors."""

import numpy as np

from mlcompanion.gp.rates import (
    GaussianSampler,
    PreciseGram,
    brownian_small_ball,
    price_path,
    rescaled_posterior,
    sobolev_function,
)
from valid_calls.kinds import Array, Call, Count, Flag, Number, Object

_positive = {"low": 0, "open_low": True}
_ANY = {"one axis more", "one axis fewer", "empty"}  # numbers of any shape
_x = np.linspace(0.1, 1, 6)
_K = np.minimum.outer(_x, _x)
_f = np.sin(7 * _x)
_square = Array(_K, "nn", bad=(-np.eye(6), np.triu(_K)))
_truth = Array(_f, "n")
_noise = Number(0.1, **_positive)
_noises = Array([0.1, 1.0], "s", but=_ANY, **_positive)
_sizes = Array([10.0, 100.0], "s", but=_ANY, **_positive)
_rising = Array([10.0, 100.0, 1000.0], "s", bad=([10.0, 5.0, 20.0],), **_positive)
_eps = Array([0.5, 0.2], "s", but={"one axis more", "one axis fewer"}, **_positive)
_variances = Array(np.array([1.0, 0.5, 0.1]), "k", low=0)
_squares = Array(np.array([1.0, 0.2, 0.1]), "k", low=0)
_many = Array(np.ones(3), "k", low=0)
_two = Object(lambda x: np.cos(x[:, 0]))
_even = Object(lambda v: 1 / (1 + v * v))
_points = {"x": Array(_x[:, None], "nd")}
_mixture = rescaled_posterior(_x[:, None], _f, [1.0, 2.0], 0.1)
_gram = PreciseGram(lambda a, b: (-((a - b) ** 2)).exp(), [0, 1, 2])
_decimal = Number(1, low=0, but={"text"}, bad=("one",))
_draws = {
    "n_draws": Count(3, but={"a fraction", "NaN", "text", "below"}),  # NumPy's own arguments:
    "rng": Object(np.random.default_rng(0), but={"a number", "text"}),  # called in a hot loop
}

CALLS_RATES = {
    "CosineSeries": Call(
        make=lambda: sobolev_function(1.0, 5, random_state=0),
        methods={"__call__": {"x": Array(_x, "n", but=_ANY, bad=(np.ones((2, 2)),))}},
    ),
    "GaussianSampler": Call(K=_square, methods={"__call__": _draws, "turned": None}),
    "MarkovSampler": Call(
        n_points=Count(5, low=1), carry=Number(0.5), step=Number(1.0, **_positive),
        start=Number(1.0, low=0), methods={"__call__": _draws},
    ),
    "PreciseGram": Call(
        kernel=Object(_gram.kernel),
        points=Object([0, 1, "2.5"], bad=([], ["a"], [np.nan], None)),
        digits=Count(30, low=16),
        methods={
            "factor": {"noise_variance": _decimal},
            "squared_norm": {"f": Object(lambda v: v)},
            "risk": {"f": Object(lambda v: v), "noise_variance": _decimal},
        },
    ),
    "PricePath": Call(
        make=lambda: price_path(_K, _f, 0.1),
        methods={"at": {"eps": Array([0.5, 0.2], "s", but=_ANY, bad=(0.01,), **_positive)}},
    ),
    "ScaleMixture": Call(make=lambda: _mixture, methods={"errors": {"f0": Array(_f, "m")}}),
    "analytic_factor": Call(x=Array(_x, "n", bad=([0.0, 9.0],)), n_columns=Count(5, low=1)),
    "ball_test_error": Call(distance=Array([1.0, 2.0], "s", but=_ANY, low=0)),
    "brownian_small_ball": Call(eps=Array([0.5, 2.0], "s", but=_ANY, **_positive)),
    "circulant_risk": Call(
        row=Array([1.0, 0.5, 0.5], "n", bad=([1.0, 0.5, 0.2], [0.0, 1.0, 1.0])),
        f0=Array([1.0, 2.0, 0.0], "n"),
        noise_variance=_noises,
    ),
    "concentration_inf": Call(
        K=_square, f0=_truth, eps=_eps, is_factor=Flag(False)
    ),
    "gamma_scale_weights": Call(
        scales=Array([1.0, 2.0], "s", bad=([2.0, 1.0],), **_positive),
        shape=Number(1.0, **_positive), spread=Number(10.0, **_positive),
        dimension=Count(1, low=1),
    ),
    "local_slopes": Call(n=_rising, risk=Array([3.0, 2.0, 1.0], "s", **_positive)),
    "log_evidence_ratio": Call(
        y=Array(np.ones((2, 3)), "rn", but={"empty", "one axis fewer"}),
        theta0=Array(np.zeros(3), "n"),
        atoms=Array(np.eye(3)[:2], "mn"),
        weights=Array(np.ones(2), "m", low=0, bad=(np.zeros(2),)),
    ),
    "matern_exponent": Call(
        alpha=Number(1.0, **_positive), beta=Number(1.0, **_positive), dimension=Count(1, low=1)
    ),
    "oracle_scale": Call(
        frequencies=Array([1.0, 2.0, 3.0], "k", low=0, bad=(np.zeros(3),)),
        squares=_squares, n=Number(100.0, **_positive), noise_variance=_noise,
        multiplicity=_many,
    ),
    "posterior_risk": Call(K=_square, f0=_truth, noise_variance=_noises),
    "power_sequence_risk": Call(
        alpha=Number(1.0, low=0.02), beta=Number(1.0, low=0.02), n=_sizes, noise_variance=_noise,
        dimension=Count(1, low=1),
    ),
    "predictive_kl": Call(K=_square, f0=_truth, noise_variance=_noise, y=_truth),
    "price_path": Call(
        K=_square, f0=_truth, eps_min=Number(0.1, **_positive), is_factor=Flag(False),
        max_corners=Count(500, low=1, bad=(1,)),
    ),
    "psi_inverse": Call(phi=Object(brownian_small_ball), n=_sizes),
    "random_design_risk": Call(
        f0=_two, X=Array(_x[:, None], "nd"), grid=Array(_x[:3, None], "md"), noise_variance=_noise
    ),
    "rate_slope": Call(
        n=_rising, risk=Array([3.0, 2.0, 1.0], "s", **_positive), last=Count(2, low=2, high=3)
    ),
    "rescaled_posterior": Call(
        **_points,
        y=Array(_f, "n", but={"one axis more"}),
        scales=Array([1.0, 2.0], "s", **_positive),
        noise_variance=_noise,
        weights=Array(np.ones(2), "s", low=0, bad=(np.zeros(2),)),
    ),
    "rkhs_norm": Call(K=Array(_K, "nn", bad=(-np.eye(6), np.triu(_K))), f=Array(_f, "n")),
    "seeger_bound": Call(K=_square, noise_variance=_noise, norm=Number(1.0, low=0)),
    "sequence_risk": Call(
        prior_variances=_variances, squares=_squares, n=_sizes, noise_variance=_noise,
        multiplicity=_many,
    ),
    "small_ball": Call(
        sampler=Object(GaussianSampler(np.eye(2)), bad=(lambda n, rng: np.zeros((3, 2)),)),
        eps=_eps, n_paths=Count(100, low=100), n_moves=Count(1, low=1),
        keep=Number(0.5, 0, 1, open_low=True, open_high=True),
    ),
    "sobolev_function": Call(beta=Number(1.0, **_positive), n_terms=Count(5, low=1)),
    "spectral_matern": Call(alpha=Number(1.0, 0, 50, open_low=True), dimension=Count(1, low=1)),
    "spectral_modes": Call(top=Number(1e6, 1025, bad=(1e260,))),
    "spectral_norm": Call(
        squared_transform=_even, spectral_density=_even, cutoff=Number(3.0, **_positive),
        dimension=Count(1, low=1, high=2),
    ),
    "unit_squared_exponential": Call(),
}  # fmt: skip
