"""Griffiths and Ghahramani (2011), Section 5.3: the sampler on images for a thousand sweeps.

Settles of chapter jmlr12/02_indian_buffet: fig8-count and fig8-features (``data`` "bars": 100
images made of four patterns, noise and weight scale fixed, 200 sweeps) and fig9-photographs
(``data`` "scenes": 100 pictures of four objects, which stand in for the photographs, as their mean
image and 99 principal components, scales and alpha sampled, 1000 sweeps). ``columns`` is the
number of random columns at the start, 1 in the source; ``grain`` is noise added to the scenes.
Data and chain are drawn afresh for each seed.

A row is one chain at its end: ``features`` counts the columns, ``trace`` counts them after each
sweep. For bars, ``wrong`` is the share of wrong entries after the best matching of columns,
``pixel`` the root mean square difference of the matched mean weights from the true ones, and
``gap`` tells how far log p(X, Z) lies below its value at the true matrix. For scenes, ``missed``
counts for each object the pictures in which its best match among the four most frequent features,
or that feature's negation, errs; ``alpha``, ``sigma_x``, ``sigma_a`` are the last values.
"""

import numpy as np

from mlcompanion.bayes import (
    IBPLinearGaussian,
    log_marginal_likelihood,
    log_prob_ibp,
    posterior_mean_features,
)
from mlcompanion.datasets import make_feature_images, make_scenes
from mlcompanion.experiments.buffet_chains import objects_missed, picture_weights, wrong_entries

SETTINGS = {
    "bars": [{"columns": 1}, {"columns": 8}],
    "scenes": [
        {"columns": 1, "grain": 0.0},
        {"columns": 1, "grain": 0.4},
        {"columns": 8, "grain": 0.4},
    ],
}
SIZES = {
    "default": {"chains": {"bars": 10, "scenes": 10}, "sweeps": {"bars": 200, "scenes": 1000}},
    "paper": {"chains": {"bars": 10, "scenes": 10}, "sweeps": {"bars": 200, "scenes": 1000}},
}


def cases(chains, sweeps):
    """One chain for each setting and seed."""
    return [
        {"data": data, **setting, "sweeps": sweeps[data], "seed": seed}
        for data, count in chains.items()
        for setting in SETTINGS[data]
        for seed in range(count)
    ]


def chain(X, case, **options):
    """The sampler from the random columns of a case."""
    rng = np.random.default_rng(1000 + case["seed"])
    start = rng.random((len(X), case["columns"])) < 0.5
    return IBPLinearGaussian(n_iter=case["sweeps"], init=start, random_state=rng, **options).fit(X)


def bars(case):
    """Figure 8."""
    images = make_feature_images(100, random_state=case["seed"])
    model = chain(images.data, case, alpha=1.0, sigma_x=0.5, sigma_a=1.0)
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
    """The chain of one case."""
    return {"bars": bars, "scenes": scenes}[case["data"]](case)
