"""Griffiths and Ghahramani (2011), Sections 4.7 and 5: what the Gibbs sampler does with images.

Settles of chapter jmlr12/02_indian_buffet: gibbs-prior (``data`` "none": chains without data, whose
law must be the buffet's), posterior-exact ("small": chains on three data sets whose posterior is
summed up exactly over all classes with up to ``most`` columns of each history), fig8-count and
fig8-features ("bars": 100 images made of four patterns, noise and weight scale fixed) and
fig9-photographs ("scenes": 100 pictures of four objects, which stand in for the photographs, as
their mean image and 99 principal components, scales and alpha sampled). ``columns`` is the number
of random columns at the start, 1 in the source; ``grain`` is noise added to the scenes.

A row is one chain. For "none" and "small" it holds the mean numbers of ``features``, ``ones``,
features with a ``single`` owner and features of the first two objects (``pair``); for "small" also
the exact values ``exact`` in this order, and ``edge``, the probability of classes with ``most``
columns of a history. For images ``features`` counts the columns at the end and ``trace`` after each
sweep; for bars ``wrong`` is the share of wrong entries after the best matching of columns,
``pixel`` the root mean square difference of the matched mean weights from the true ones, and
``gap`` tells how far log p(X, Z) lies below its value at the true matrix; for scenes ``missed``
counts for each object the pictures in which its best match among the four most frequent features,
or that feature's negation, errs, and ``alpha``, ``sigma_x``, ``sigma_a`` are the last values.
"""

import numpy as np

from mlcompanion.bayes import (
    IBPLinearGaussian,
    log_marginal_likelihood,
    log_prob_ibp,
    posterior_mean_features,
    sample_ibp,
)
from mlcompanion.datasets import make_feature_images, make_scenes

from ..buffet_chains import (
    chain_moments,
    objects_missed,
    picture_weights,
    prior_moments,
    small_posterior,
    wrong_entries,
)

SETTINGS = {
    "none": [
        {"n": n, "alpha": alpha, "start": start, "sweeps": 200}
        for n, alpha in ((6, 2.0), (12, 1.0), (20, 3.0))
        for start in ("empty", "crowded")
    ],
    "small": [
        {"n": n, "d": d, "most": most, "sweeps": 6000}
        for n, d, most in ((2, 1, 6), (3, 1, 4), (3, 2, 4))
    ],
    "bars": [{"columns": 1, "sweeps": 200}, {"columns": 8, "sweeps": 200}],
    "scenes": [
        {"columns": 1, "grain": 0.0, "sweeps": 1000},
        {"columns": 1, "grain": 0.4, "sweeps": 1000},
        {"columns": 8, "grain": 0.4, "sweeps": 1000},
    ],
}
SCALES = {"alpha": 1.0, "sigma_x": 0.5, "sigma_a": 1.0}
CHAINS = {"exact": 60, "images": 10}
SIZES = {"default": CHAINS, "paper": CHAINS}


def cases(exact, images):
    """One case for each exact setting, with all its chains; one for each chain on images."""
    long = [(data, s) for data in ("none", "small") for s in SETTINGS[data]]
    whole = [{"data": d, **s, "chains": exact, "seed": seed} for seed, (d, s) in enumerate(long)]
    return whole + [
        {"data": data, **setting, "seed": seed}
        for data in ("bars", "scenes")
        for setting in SETTINGS[data]
        for seed in range(images)
    ]


def none(case):
    """Section 4.7 without data."""
    seeds = np.random.default_rng(case["seed"]).spawn(case["chains"])
    setting = case["n"], case["alpha"], case["start"]
    return [prior_moments(*setting, keep=case["sweeps"], random_state=s)._asdict() for s in seeds]


def small(case):
    """Section 5.2 on data drawn from the model itself."""
    rng, n, d = np.random.default_rng(case["seed"]), case["n"], case["d"]
    Z = sample_ibp(n, SCALES["alpha"], random_state=rng)
    A = SCALES["sigma_a"] * rng.standard_normal((Z.shape[1], d))
    X = Z @ A + SCALES["sigma_x"] * rng.standard_normal((n, d))
    exact, edge = small_posterior(X, **SCALES, most=case["most"])
    options = SCALES | {"most": case["most"], "keep": case["sweeps"]}
    means = [chain_moments(X, **options, random_state=seed) for seed in rng.spawn(case["chains"])]
    return [m._asdict() | {"exact": list(exact), "edge": edge} for m in means]


def chain(X, case, **options):
    """The sampler from the random columns of a case."""
    rng = np.random.default_rng(1000 + case["seed"])
    start = rng.random((len(X), case["columns"])) < 0.5
    return IBPLinearGaussian(n_iter=case["sweeps"], init=start, random_state=rng, **options).fit(X)


def bars(case):
    """Figure 8."""
    images = make_feature_images(100, random_state=case["seed"])
    model = chain(images.data, case, **SCALES)
    pairs, wrong = wrong_entries(images.Z, model.Z_)
    means = posterior_mean_features(images.data, model.Z_, 0.5, 1.0)
    gaps = [means[j] - images.features[i] for i, j in pairs]
    truth = log_marginal_likelihood(images.data, images.Z, 0.5, 1.0) + log_prob_ibp(images.Z, 1.0)
    return {
        "features": model.n_components_,
        "wrong": wrong,
        "pixel": float(np.sqrt(np.mean(np.square(gaps)))),
        "gap": float(truth - model.log_joint_trace_[-1]),
        "trace": model.n_features_trace_.tolist(),
    }


def scenes(case):
    """Figure 9."""
    pictures = make_scenes(100, random_state=case["seed"])
    grain = np.random.default_rng(2000 + case["seed"]).standard_normal(pictures.data.shape)
    weights, _ = picture_weights(pictures.data + case["grain"] * grain)
    model = chain(weights, case, alpha=1.0, sigma_x=1.7, sigma_a=0.5, sample_hyper=True)
    return {
        "features": model.n_components_,
        "missed": objects_missed(pictures.Z, model.Z_).tolist(),
        "alpha": float(model.alpha_),
        "sigma_x": float(model.sigma_x_),
        "sigma_a": float(model.sigma_a_),
        "trace": model.n_features_trace_.tolist(),
    }


def run(case):
    """The chain or chains of one case."""
    return {"none": none, "small": small, "bars": bars, "scenes": scenes}[case["data"]](case)
