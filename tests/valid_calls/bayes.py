"""Arguments and calls of the Bayesian room."""

import numpy as np

from mlcompanion.bayes.mixtures import MixturePrior, VBPosterior, process_partition
from mlcompanion.probability import Laplace, Normal
from valid_calls.bayes_dp_glm import CALLS_DP_GLM
from valid_calls.bayes_evidence import CALLS_EVIDENCE
from valid_calls.kinds import Array, Call, Choice, Count, Free, Number, Object

_rng = np.random.default_rng(4)
_POSITIVE = {"low": 0, "open_low": True}

Z = (_rng.random((12, 4)) < 0.5).astype(int)

SHARED = {
    "Z": Array(Z, "nk", among=(0, 1), but={"no columns"}),  # nobody has a dish: one of the prior's
    "w": Array([1.0, 2.0, 0.5, 1.5], "k", low=0),
    "alpha": Number(1.0, **_POSITIVE),
    "beta": Number(1.0, **_POSITIVE),
    "sigma_x": Number(0.5, **_POSITIVE),
    "sigma_a": Number(1.0, **_POSITIVE),
    "n": Count(5, low=1),
    "n_classes": Count(4, low=1),
    "n_sticks": Count(10, low=1),
    "k_max_new": Count(2, low=1),
    "labels": Array([0, 0, 1, 2, 1], "n", integer=True),
    "thin": Count(2, low=1),
    "burn_in": Count(1),
}

_x = Array([0.5, -1.0, 2.0], "n", but={"empty"})
_x_or_rows = Array([0.5, -1.0, 2.0], "n", but={"one axis more"})
_at = Array([0.5, -1.0, 2.0], "n", but={"empty", "one axis more", "one axis fewer"})
_point = {"x": Number(0.2)}
_positive = Array(
    [0.5, 1.0, 2.0], "n", **_POSITIVE, but={"empty", "one axis more", "one axis fewer"}
)
_single = {
    "posterior": {"x": _x},
    "add": _point,
    "remove": _point,
    "predictive_logpdf": {"x": _at},
    "log_evidence": None,
    "log_evidence_since": None,
}
_W = Array(np.array([[2.0, 0.5], [0.5, 1.0]]), "dd", bad=(-np.eye(2), [[1.0, 0.5], [0.2, 1.0]]))
_rows = Array(np.array([[0.2, 0.1], [0.5, -0.5], [0.3, 0.0]]), "nd", but={"empty"})
_row = {"x": Array(np.array([0.2, 0.1]), "d")}
_labels = {"but": {"empty"}, "low": 0, "high": 1, "integer": True}

INTERNAL = {
    "LocalMixtureMixin": "between the classes of the room",
    "ConjugateFamily": "abstract: tried through its members",
    **dict.fromkeys(
        ["gaussian_clusters", "label_sweep", "more_room", "run_sweeps", "seats_of", "t_terms"],
        "parts of a sweep over labels that was checked: tried through label_states",
    ),
}

_bad_scale = (-np.eye(3), np.array([[1.0, 0.5, 0], [0.2, 1, 0], [0, 0, 1]]))
_of_components = {
    "n_components": Count(2, low=1, high=12),
    "alpha0": Number(0.5, **_POSITIVE),
    "beta0": Number(0.5, **_POSITIVE),
    "mean0": Array(np.zeros(3), "d"),
    "W0": Array(np.eye(3), "dd", bad=_bad_scale),
    "nu0": Number(3.5, low=2, open_low=True),
}
_by_sweeps = {
    "n_sweeps": Count(2, low=1),
    "labels_init": Array(np.arange(12) % 2, "n", low=0, high=1, integer=True),
}
_shares = np.random.default_rng(5).dirichlet([1.0, 1.0], size=12)
_eta = Array(_shares, "nk", low=0, bad=(2 * _shares,))
_prior = MixturePrior(1.0, 1.0, np.zeros(3), np.eye(3), 4.0)
_posterior = VBPosterior(
    np.array([5.0, 9.0]),
    np.array([5.0, 9.0]),
    np.zeros((2, 3)),
    np.array([np.eye(3), 2 * np.eye(3)]),
    np.array([8.0, 12.0]),
)


def _log_bell(theta):
    return -0.5 * float(np.sum(theta**2))


def _log_bells(points, thetas):
    return -0.5 * (points[:, None] - thetas) ** 2


def _normal_draw(theta, j, rng):
    return 0.5 * theta[1 - j] + rng.normal()


def _of_two(state, data):
    return state + data


_samples = Array(_rng.normal(size=9), "n", but={"one axis more"})
_draws = Array(_rng.normal(size=(2, 20)), "cn", but={"one axis fewer", "length"})
_start = Array([0.5, -0.5], "d", but={"one axis more"})
_average = {"g": Object(np.square), "n": Count(50, low=2)}
_weighted = {"log_target": Object(Laplace().logpdf), "proxy": Object(Normal(0, 9))}
_stepwise = {"log_target": Object(_log_bell), "start": _start, "n": Count(5, low=1)}
_log_masses = Array(np.log([0.2, 0.3, 0.5]), "k", but={"infinity"}, bad=([0, 0, -np.inf],))
_proposals = np.full((3, 3), 1 / 3)
_LOG = {"but": {"one axis more", "one axis fewer", "empty", "length"}}

CALLS = {
    **CALLS_DP_GLM,
    **CALLS_EVIDENCE,
    "GaussianMeanBayes": Call(
        beta=Number(1.0, **_POSITIVE), noise=Number(1.0, **_POSITIVE), density=Choice("map")
    ),
    "log_evidence_gaussian_mean": Call(
        x=_x_or_rows, beta=Number(1.0, **_POSITIVE), noise=Number(1.0, **_POSITIVE)
    ),
    "evidence_width": Call(x=_x_or_rows, noise=Number(1.0, **_POSITIVE)),
    "empirical_bayes": Call(
        log_evidence=Object(np.negative), grid=Array([0.0, 1.0, 2.0], "n", bad=([1.0, 0.5],))
    ),
    "VBGaussianMixture": Call(
        **_of_components,
        n_init=Count(1, low=1),
        stop=Choice("free energy"),
        eta_init=_eta,
    ),
    "CollapsedGibbsGMM": Call(**_of_components, **_by_sweeps),
    "DPGibbsGMM": Call(
        **{k: v for k, v in _of_components.items() if k not in ("n_components", "alpha0")},
        n_sweeps=Count(2, low=1),
        labels_init=Array(np.arange(12) % 2, "n", low=0, integer=True),
    ),
    "vb_rounds": Call(eta=_eta, prior=Object(_prior)),
    "variational_responsibilities": Call(posterior=Object(_posterior)),
    "mixture_free_energy": Call(eta=_eta, posterior=Object(_posterior), prior=Object(_prior)),
    "dirichlet_partition": Call(alpha0=Number(0.5, **_POSITIVE), m=Count(3, low=1)),
    "label_states": Call(
        labels=Array(np.arange(12) % 2, "n", low=0, integer=True),
        prior=Object(_prior),
        partition=Object(process_partition(1.0)),
    ),
    "GammaPrecision": Call(
        alpha=Number(2.0, **_POSITIVE),
        beta=Number(3.0, **_POSITIVE),
        mean=Number(0.5),
        methods=_single,
    ),
    "NormalGamma": Call(
        mean=Number(0.5),
        kappa=Number(2.0, **_POSITIVE),
        alpha=Number(2.0, **_POSITIVE),
        beta=Number(3.0, **_POSITIVE),
        methods={**_single, "logpdf": {"mu": _at, "precision": _positive}},
    ),
    "NormalInverseGamma": Call(
        mean=Number(0.5),
        kappa=Number(2.0, **_POSITIVE),
        alpha=Number(2.0, **_POSITIVE),
        beta=Number(3.0, **_POSITIVE),
        methods={**_single, "logpdf": {"mu": _at, "variance": _positive}},
    ),
    "NormalWishart": Call(
        mean=Array(np.zeros(2), "d"),
        kappa=Number(2.0, **_POSITIVE),
        nu=Number(2.5, low=1, open_low=True),
        W=_W,
        methods={
            **_single,
            "posterior": {"X": _rows},
            "add": _row,
            "remove": _row,
            "predictive_logpdf": {
                "x": Array(_rows.value, "nd", but={"empty", "one axis more", "one axis fewer"})
            },
        },
    ),
    "NormalInverseGammaRegression": Call(
        mean=Array(np.zeros(2), "d"),
        precision=_W,
        alpha=Number(2.0, **_POSITIVE),
        beta=Number(3.0, **_POSITIVE),
        methods={
            **_single,
            "posterior": {"X": _rows, "y": _x},
            "add": {**_row, "y": Number(0.1)},
            "remove": {**_row, "y": Number(0.1)},
            "predictive_logpdf": {"x": _rows, "y": _x},
        },
    ),
    "DirichletCategorical": Call(
        alpha=Array([1.5, 2.0], "d", **_POSITIVE),
        methods={
            **_single,
            "posterior": {"x": Array([0, 1, 0], "n", **_labels)},
            "add": {"x": Count(1, high=1)},
            "remove": {"x": Count(1, high=1)},
            "predictive_logpdf": {
                "x": Array(
                    [0, 1, 0],
                    "n",
                    **{**_labels, "but": {"empty", "one axis more", "one axis fewer"}},
                )
            },
        },
    ),
    "monte_carlo": Call(**_average, draw=Object(lambda size, rng: rng.normal(size=size))),
    "importance_sampling": Call(**_average, **_weighted),
    "importance_log_weights": Call(**_weighted, draws=_samples),
    "inverse_transform": Call(quantile=Object(Laplace().quantile), n=Count(5, low=1)),
    "rejection_sampling": [
        Call(
            log_target=Object(Normal().logpdf),
            proposal=Object(Normal(0, 4)),
            log_kappa=Number(np.log(2.0), bad=(-3.0,)),
            n=Count(5, low=1),
            n_proposals=Free(None),  # one of the two
            max_proposals=Count(1000, low=1),
        ),
        Call(
            log_target=Object(Normal().logpdf),
            proposal=Object(Normal(0, 4)),
            log_kappa=Number(np.log(2.0), bad=(-3.0,)),
            n=Free(None),
            n_proposals=Count(50, low=1),
            max_proposals=Free(1000),  # not used
        ),
    ],
    "metropolis_hastings": [
        Call(**_stepwise, step=Number(0.5, **_POSITIVE)),
        Call(**_stepwise, step=Array([0.5, 1.0], "d", **_POSITIVE, but={"one axis fewer"})),
        Call(
            **_stepwise,
            step=Number(1.0, **_POSITIVE),
            proposal=Object(lambda theta, rng: theta + rng.normal(size=2)),
        ),
    ],
    "acceptance_log_ratio": Call(
        log_p_new=Array([-1.0, -2.0], "n", **_LOG),
        log_p_old=Array([-1.0, -2.0], "n", **_LOG),
        log_back=Array([-1.0, -2.0], "n", **_LOG),
        log_forth=Array([-1.0, -2.0], "n", **_LOG),
    ),
    "metropolis_hastings_table": Call(
        log_target=_log_masses,
        proposal=Array(_proposals, "kk", low=0, bad=(2 * _proposals,)),
    ),
    "gibbs": Call(conditionals=Object(_normal_draw), start=_start, n=Count(5, low=1)),
    "predictive_density": Call(
        log_density=Object(_log_bells),
        samples=_samples,
        points=Array([0.0, 1.0], "m", but={"one axis more"}),
        log_weights=Array(np.zeros(9), "n"),
    ),
    "autocorrelation": Call(draws=_draws, max_lag=Count(3, high=19)),
    "chain_effective_size": Call(draws=_draws),
    "chain_mean_error": Call(draws=_draws),
    "split_rhat": Call(draws=_draws),
    "geweke_joint_test": Call(
        draw_prior=Object(lambda rng: rng.normal()),
        draw_data=Object(lambda state, rng: rng.normal(state)),
        update=Object(lambda state, data, rng: rng.normal(data / 2)),
        statistics=Object(_of_two),
        n_chains=Count(3, low=2),
        n_steps=Count(2, low=1),
        n_direct=Count(5, low=2),
    ),
    "IBPLinearGaussian": Call(n_iter=Count(2, low=1)),
    "binary_matrix_factorization": Call(
        U=Array(Z, "nk", among=(0, 1)),
        W=Array(_rng.normal(size=(4, 2)), "kl"),
        V=Array(Z[:, :2], "ml", among=(0, 1)),
    ),
    "crp_conditional": Call(i=Count(2, high=4)),
    "gibbs_sweep_finite": Call(log_likelihood=Object(np.size)),
    "infinite_ica": Call(
        V=Array(_rng.normal(size=(12, 4)), "nk"), A=Array(_rng.normal(size=(4, 3)), "kd")
    ),
    "latent_feature_links": Call(W=Array(_rng.normal(size=(4, 4)), "kk")),
    "match_features": Call(
        Z_true=Array(Z[:, ::-1].copy(), "nl", among=(0, 1), but={"no columns"}),
        Z=Array(Z, "nk", among=(0, 1), but={"no columns"}),
    ),
    "noisy_or": Call(W=Array(_rng.random((4, 3)), "kd", low=0, high=1), baseline=Number(0.1, 0, 1)),
    "sample_beta_process": Call(epsilon=Number(0.1, 0, 1, open_low=True, open_high=True)),
    "sample_ibp_histories": Call(n=Count(5, low=1, high=15)),
}
