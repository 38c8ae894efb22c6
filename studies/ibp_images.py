"""Griffiths and Ghahramani (2011), Section 5.3: the sampler on images for a thousand sweeps.

Settles of chapter jmlr12/02_indian_buffet: fig8-count and fig8-features (``data`` "bars": 100
images made of four patterns, noise and weight scale fixed) and fig9-photographs (``data``
"scenes": 100 pictures of four objects, which stand in for the photographs, as their mean image and
99 principal components, scales and alpha sampled). Data and chain are drawn afresh for each seed.

A case has two rows, the chain after 200 sweeps and after all: ``features`` counts the columns;
for bars, ``wrong`` is the share of wrong entries after the best matching of columns, a missing or
extra column counting with its ones, and ``pixel`` the root mean square difference of the matched
mean weights from the true ones; for scenes, ``mismatch`` counts for each object the pictures in
which the best of the four most frequent features, or its negation, disagrees with its presence.
The last row carries ``trace``, the number of features after each sweep.
"""

import numpy as np
from scipy.optimize import linear_sum_assignment

from mlcompanion.bayes import IBPLinearGaussian, posterior_mean_features
from mlcompanion.datasets import make_feature_images, make_scenes

SIZES = {
    "default": {"chains": {"bars": 10, "scenes": 10}, "first": 200, "sweeps": 1000},
    "paper": {"chains": {"bars": 10, "scenes": 10}, "first": 200, "sweeps": 1000},
}


def cases(chains, first, sweeps):
    """One chain for each seed."""
    return [
        {"data": data, "first": first, "sweeps": sweeps, "seed": seed}
        for data, count in chains.items()
        for seed in range(count)
    ]


def components(images):
    """Coordinates in the span of the mean image and the 99 principal components.

    The mean image enters as one direction of length one, the components of what is left as others,
    so that distances between images are kept; all are divided by one number, the root mean square
    of the components, to be of the scale at which the chain starts.
    """
    mean = images.mean(axis=0)
    direction = mean / np.linalg.norm(mean)
    along = images @ direction
    rest = images - along[:, None] * direction
    scores = rest @ np.linalg.svd(rest, full_matrices=False)[2][:99].T
    return np.column_stack([along, scores]) / np.sqrt((scores**2).mean())


def match(truth, Z):
    """Pairs of true and found columns with the fewest wrong entries, and that share of entries."""
    cost = (truth[:, :, None] != Z[:, None, :]).sum(axis=0)
    extra = max(Z.shape[1] - truth.shape[1], 0)
    missing = max(truth.shape[1] - Z.shape[1], 0)
    square = np.vstack([cost, np.tile(Z.sum(axis=0), (extra, 1))])
    alone = np.tile(np.append(truth.sum(axis=0), np.zeros(extra))[:, None], (1, missing))
    square = np.hstack([square, alone])
    rows, columns = linear_sum_assignment(square)
    pairs = [(i, j) for i, j in zip(rows, columns) if i < truth.shape[1] and j < Z.shape[1]]
    return pairs, float(square[rows, columns].sum() / truth.size)


def run(case):
    """The chain of one seed."""
    bars = case["data"] == "bars"
    data = (make_feature_images if bars else make_scenes)(100, random_state=case["seed"])
    X = data.data if bars else components(data.data)
    rng = np.random.default_rng(1000 + case["seed"])
    start = rng.random((100, 1)) < 0.5
    scales = {"sigma_x": 0.5, "sigma_a": 1.0} if bars else {"sigma_x": 1.7, "sigma_a": 0.5}
    rows, trace, Z, alpha = [], [], start, 1.0
    for sweeps in (case["first"], case["sweeps"] - case["first"]):  # one chain, stopped between
        model = IBPLinearGaussian(
            alpha, **scales, n_iter=sweeps, init=Z, sample_hyper=not bars, random_state=rng
        ).fit(X)
        Z, alpha = model.Z_, model.alpha_
        scales = {"sigma_x": model.sigma_x_, "sigma_a": model.sigma_a_}
        trace += model.n_features_trace_.tolist()
        rows.append({"sweep": len(trace), "features": Z.shape[1]})
        if bars:
            pairs, rows[-1]["wrong"] = match(data.Z, Z)
            found = posterior_mean_features(X, Z, 0.5, 1.0)
            gaps = [found[j] - data.features[i] for i, j in pairs]
            rows[-1]["pixel"] = float(np.sqrt(np.mean(np.square(gaps))))
        else:
            frequent = Z[:, np.argsort(-Z.sum(axis=0))[:4]]
            wrong = (data.Z[:, :, None] != frequent[:, None, :]).sum(axis=0)
            rows[-1]["mismatch"] = np.minimum(wrong, 100 - wrong).min(axis=1)
            rows[-1] |= {"alpha": alpha, **scales}
    rows[-1]["trace"] = trace
    return rows
