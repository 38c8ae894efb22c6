"""Valid calls of the Gaussian processes with several outputs."""

import numpy as np

from mlcompanion.gp.outputs import ConvolvedGaussianKernel
from mlcompanion.kernels import linear_kernel, rbf_kernel
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Number, Object, Seed

_rng = np.random.default_rng(8)
_X = [_rng.uniform(-1, 1, (6, 1)), _rng.uniform(-1, 1, (4, 1))]
_Y = [_rng.normal(size=6), _rng.normal(size=4)]
_Z = np.linspace(-1, 1, 3)[:, None]
_S = np.array([[1.0], [-0.5]])
_kernel = ConvolvedGaussianKernel(_S, [[50.0], [30.0]], [[20.0]], normalize=True)
_nan = [np.full((6, 1), np.nan), _X[1]]

_lists = Object(_X, bad=[_X[:1], [*_X, _X[0]], _nan, [_X[0], np.ones((4, 2))], []])
_values = Object(_Y, bad=[_Y[:1], [_Y[0], _Y[0]], [np.full(6, np.nan), _Y[1]]])
_inducing = Array(_Z, "kp", but={"one axis fewer"})
_points = Array(_X[0], "np", but={"one axis fewer"})
_noise = Array(np.array([0.1, 0.2]), "d", low=0, but={"one axis fewer"})
_output = Count(0, high=1)
_counts = Object([np.ones(6), np.ones(4)], bad=[[np.ones(6)], [np.zeros(6), np.ones(4)]])
_B = np.array([[2.0, 0.5], [0.5, 1.0]])

_asked = {
    "ff": {"X": _lists, "X2": _lists},
    "fu": {"X": _lists, "Z": _inducing},
    "uu": {"Z": _inducing},
    "pair": {
        "d": _output,
        "e": _output,
        "X": _points,
        "X2": Array(_X[1], "mp", but={"one axis fewer"}),
    },
    "variances": {"d": _output, "X": _points},
    "latent_pair": {"d": _output, "X": _points, "q": Count(0, high=0), "Z": _inducing},
    "latent": {"q": Count(0, high=0), "Z": _inducing},
}
_posterior = {
    "predict": {"X": _lists, "include_noise": Flag(False)},
    "latent_posterior": {"Z": _inducing},
}
_fit = {"X": _lists, "y": _values, "counts": _counts}

INTERNAL_OUTPUTS = {
    "OutputsKernel": "the base of the kernels",
    "OutputsPosterior": "made by condition_outputs, which checks",
    "LatentPosterior": "a result",
    "OutputsSlopes": "a result",
    "SCGResult": "a result",
}

CALLS_OUTPUTS = {
    "ConvolvedGP": Call(
        approx=Choice("dtc"),
        n_inducing=Count(3, low=1),
        optimizer=Choice("l-bfgs"),
        max_iter=Count(200, low=1),
        start_spread=Number(0.0, low=0),
        n_latent=Count(1, low=1),
        rank=Count(1, low=1),
        methods={
            "fit": _fit,
            "predict": {"X": _lists, "return_std": Flag(True), "include_noise": Flag(True)},
            "latent_posterior": {},
        },
    ),
    "ConvolvedGaussianKernel": Call(
        S=Array(_S, "dq", but={"one axis fewer"}),
        P=Array(np.array([[50.0], [30.0]]), "dp", low=0, open_low=True,
                but={"infinity", "one axis fewer"}),
        Lam=Array(np.array([[20.0]]), "qp", low=0, open_low=True, but={"one axis fewer"}),
        methods=_asked,
    ),
    "ICMKernel": Call(
        A=Array(_S, "dr", but={"one axis fewer"}),
        base=Object(rbf_kernel),
        methods={**_asked, "of_rank": {"B": Array(_B, "dd"), "base": Object(rbf_kernel),
                                       "rank": Count(1, low=1, high=2)}},
    ),
    "LMCKernel": Call(
        A=Object([_S], bad=[[]]), bases=Object([rbf_kernel], bad=[[], [3.0]]),
        methods=_asked,
    ),
    "SLFMKernel": Call(
        A=Array(_S, "dq"), bases=Object([rbf_kernel], bad=[[], [3.0]]), methods=_asked
    ),
    "condition_outputs": Call(
        kernel=Object(_kernel), X=_lists, y=_values, noise=_noise, approx=Choice("dtc"),
        Z=_inducing, counts=_counts,
    ),
    "draw_outputs": Call(
        kernel=Object(_kernel), X=_lists, noise=_noise, Z=_inducing,
        n_draws=Count(2, low=1), random_state=Seed(0),
    ),
    "multitask_kernel": Call(
        G=Object(linear_kernel), maps=Object([lambda x: x, lambda x: 2 * x], bad=[[], [3.0]])
    ),
    "outputs_log_likelihood": Call(
        kernel=Object(_kernel), X=_lists, y=_values, approx=Choice("dtc"), Z=_inducing,
        noise=Array(np.array([0.1, 0.2]), "d", low=0, open_low=True),
    ),
    "scaled_conjugate_gradients": Call(
        value_and_gradient=Object(lambda x: (x @ x, 2 * x)),
        x0=Array(np.ones(3), "d"),
        max_iter=Count(50, low=1),
        tol=Number(1e-6, low=0),
    ),
    "spherical_coregionalization": Call(
        scales=Array(np.ones(3), "d", low=0, open_low=True),
        angles=Array(np.ones(3), "a"),
    ),
}  # fmt: skip
