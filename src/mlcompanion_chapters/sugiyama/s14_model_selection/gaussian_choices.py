"""Three normal models of many data sets at once: fits, criteria, distance from the truth.

The models of Sugiyama (2016), section 14.1, always in the order of ``KINDS``, which is that of
their numbers of parameters. Data sets stand along leading axes, so that an experiment with
thousands of them is a few array operations.
"""

import numpy as np

from mlcompanion._validation import check_rng
from mlcompanion.density import loo_gaussian
from mlcompanion.probability.distances.divergences import gaussian_kl
from mlcompanion.resampling import permutations
from mlcompanion.stats.selection.criteria import aic

__all__ = [
    "KINDS",
    "criteria",
    "distances",
    "draws_from",
    "fold_scores",
    "loo_scores",
    "mean_distances",
    "nested",
    "parameter_counts",
    "picks",
    "selection_table",
    "spread_among",
    "takeuchi_penalties",
    "three_fits",
    "training_scores",
    "widget_bars",
]

#: Normal models among which is chosen, the smallest first.
KINDS = ("spherical", "diag", "full")


def parameter_counts(d):
    """Means and free entries of the covariance in ``d`` dimensions; shape (3,)."""
    return np.array([d + 1, 2 * d, d + d * (d + 1) // 2])


def spread_among(k, variances, rho):
    """Covariance (d, d) whose first k features have correlation rho, the others none."""
    sd = np.sqrt(variances)
    correlation = np.eye(len(sd))
    correlation[:k, :k] += rho * (1 - np.eye(k))
    return np.outer(sd, sd) * correlation


def nested(S):
    """The three covariances that maximum likelihood makes of S: (..., d, d) to (..., 3, d, d).

    Notes
    -----
    Sample covariance, its diagonal, and the mean of its diagonal (Sugiyama 2016, section 12.1).
    """
    eye = np.eye(S.shape[-1])
    variances = np.diagonal(S, axis1=-2, axis2=-1)
    average = variances.mean(axis=-1)[..., None, None] * eye
    return np.stack([average, variances[..., None] * eye, S], axis=-3)


def three_fits(X):
    """Means (..., d) and covariances (..., 3, d, d) for data sets (..., n, d)."""
    mean = X.mean(axis=-2)
    centred = X - mean[..., None, :]
    return mean, nested(np.swapaxes(centred, -1, -2) @ centred / X.shape[-2])


def training_scores(covariances):
    """Log-likelihood per sample at its maximum: the squares then add up to d for each model."""
    d = covariances.shape[-1]
    log_det = np.linalg.slogdet(covariances)[1]
    return -0.5 * (d * np.log(2 * np.pi) + log_det + d)


def takeuchi_penalties(X):
    r"""tr(Q G^-1) for the three models in closed form, shape (..., 3).

    Notes
    -----
    With z the samples centred and scaled by the fitted covariance it is, for the full model,
    d + (mean \|z\|^4 - d) / 2; for the diagonal one, this for d = 1 summed over the features; for
    the spherical one, d + (mean \|z\|^4 - d^2) / (2 d). Cost: O(n d^2).
    """
    d = X.shape[-1]
    mean, covariances = three_fits(X)
    centred = X - mean[..., None, :]
    root = np.linalg.cholesky(covariances[..., 2, :, :])
    slanted = np.square(np.linalg.solve(root, np.swapaxes(centred, -1, -2))).sum(axis=-2)
    squares = np.square(centred)
    straight = squares / squares.mean(axis=-2, keepdims=True)
    round_ = squares.sum(axis=-1)
    round_ = d * round_ / round_.mean(axis=-1, keepdims=True)
    return np.stack(
        [
            d + (np.square(round_).mean(axis=-1) - d**2) / (2 * d),
            d + (np.square(straight).mean(axis=-2).sum(axis=-1) - d) / 2,
            d + (np.square(slanted).mean(axis=-1) - d) / 2,
        ],
        axis=-1,
    )


def _held_out(X, mean, covariances):
    """Mean log-density of rows (..., m, d) under the three fits, shape (..., 3)."""
    d = X.shape[-1]
    centred = np.swapaxes(X - mean[..., None, :], -1, -2)[..., None, :, :]
    root = np.linalg.cholesky(covariances)
    squares = np.square(np.linalg.solve(root, centred)).sum(axis=-2).mean(axis=-1)
    log_det = 2 * np.log(np.diagonal(root, axis1=-2, axis2=-1)).sum(axis=-1)
    return -0.5 * (d * np.log(2 * np.pi) + log_det + squares)


def fold_scores(X, folds):
    """Likelihood cross validation of the full model, consecutive rows a fold; shape (...).

    The rows are independent, so that consecutive ones are as good as random ones. Means and second
    moments of the folds are all that it needs.
    """
    n, d = X.shape[-2:]
    parts = np.array_split(X, folds, axis=-2)
    sums = [part.sum(axis=-2) for part in parts]
    squares = [np.swapaxes(part, -1, -2) @ part for part in parts]
    scores = []
    for part, s, M in zip(parts, sums, squares):
        out = part.shape[-2]
        mean = (sum(sums) - s) / (n - out)
        fit = (sum(squares) - M) / (n - out) - mean[..., None] * mean[..., None, :]
        cross = s[..., None] * mean[..., None, :] / out
        about = M / out - cross - np.swapaxes(cross, -1, -2)
        about += mean[..., None] * mean[..., None, :]  # second moments of the fold about the mean
        trace = (np.linalg.inv(fit) * about).sum(axis=(-2, -1))
        scores.append(-0.5 * (d * np.log(2 * np.pi) + np.linalg.slogdet(fit)[1] + trace))
    return np.mean(scores, axis=0)


def loo_scores(X):
    """Leave-one-out cross validation of the three models; shape (..., 3)."""
    return np.stack([loo_gaussian(X, kind).mean(axis=-1) for kind in KINDS], axis=-1)


def distances(law, mean, covariances):
    """Kullback-Leibler divergence from a ``MultivariateNormal`` to the three fits, (..., 3)."""
    return gaussian_kl(law.mu, law.covariance, mean[..., None, :], covariances)


def criteria(X, law=None):
    """All estimates of the expected log-density of a fresh sample, each of shape (..., 3).

    Returns
    -------
    dict
        ``likelihood``, ``AIC``, ``TIC`` (the two turned in sign and divided by n),
        ``leave-one-out``, and ``truth`` if the ``law`` is known.
    """
    n, d = X.shape[-2:]
    mean, covariances = three_fits(X)
    training = training_scores(covariances)
    found = {
        "likelihood": training,
        "AIC": -aic(n * training, parameter_counts(d)) / n,
        "TIC": -aic(n * training, takeuchi_penalties(X)) / n,
        "leave-one-out": loo_scores(X),
    }
    if law is not None:
        found["truth"] = -entropy(law) - distances(law, mean, covariances)
    return found


def entropy(law):
    """Of a ``MultivariateNormal``: minus the expected log-density of the law itself."""
    d = len(law.mu)
    return 0.5 * (d * np.log(2 * np.pi) + d) + np.log(np.diag(law.root)).sum()


def picks(scores):
    """How often each model has the largest score, over all data sets; shape (3,)."""
    best = np.argmax(scores, axis=-1).ravel()
    return np.bincount(best, minlength=3) / best.size


def widget_bars(law, n, repeats, random_state=None):
    """For each criterion: mean estimate of the distance from the truth, and how often it picks.

    Returns
    -------
    dict
        Criterion -> (mean distance, share of picks), each of shape (3,).
    """
    X = law.rvs((repeats, n), check_rng(random_state))
    return {
        name: ((-entropy(law) - scores).mean(axis=0), picks(scores))
        for name, scores in criteria(X, law).items()
    }


def draws_from(data, n, repeats, random_state=None):
    """Choose by n rows of a table, and ask the other rows.

    Parameters
    ----------
    data : ndarray, shape (m, d)
    n, repeats : int
    random_state : int, Generator or None

    Returns
    -------
    dict
        Criterion -> (share of picks, shape (3,); mean log-density of the other rows under the
        pick). ``truth`` picks by the other rows themselves.
    """
    orders = permutations(len(data), repeats, random_state)
    X = data[orders[:, :n]]
    rest = data[orders[:, n:]]
    scores = criteria(X)
    scores["truth"] = unseen = _held_out(rest, *three_fits(X))
    best = {name: score.argmax(axis=1)[:, None] for name, score in scores.items()}
    return {
        name: (picks(scores[name]), np.take_along_axis(unseen, best[name], axis=1).mean())
        for name in scores
    }


def mean_distances(law, sizes, repeats, random_state=None):
    """Mean divergence from a normal truth to the three fits, shape (len(sizes), 3) (Fig. 14.1)."""
    rng = check_rng(random_state)
    fits = (three_fits(law.rvs((repeats, n), rng)) for n in sizes)
    return np.array([distances(law, *fit).mean(axis=0) for fit in fits])


def selection_table(laws, sizes, repeats, random_state=None):
    """Picks by AIC, and the distance of what it and the likelihood pick (Fig. 14.3).

    Parameters
    ----------
    laws : list of MultivariateNormal
    sizes : list of int
    repeats : int
    random_state : int, Generator or None

    Returns
    -------
    share : ndarray, shape (len(laws), len(sizes), 3)
        Of the repeats in which AIC picks each model.
    kl_aic, kl_full : ndarray, shape (len(laws), len(sizes))
        Mean divergence from the truth to AIC's pick and to the full model.
    lik_full : float
        Share of all repeats in which the likelihood picks the full model.
    """
    rng = check_rng(random_state)
    rows = []
    full = []
    for law in laws:
        for n in sizes:
            mean, covariances = three_fits(law.rvs((repeats, n), rng))
            training = training_scores(covariances)
            scores = -aic(n * training, parameter_counts(len(law.mu))) / n
            far = distances(law, mean, covariances)
            chosen = np.take_along_axis(far, scores.argmax(axis=1)[:, None], axis=1)
            rows.append((picks(scores), chosen.mean(), far[:, 2].mean()))
            full.append(picks(training)[2])
    share, kl_aic, kl_full = (np.array(column) for column in zip(*rows))
    shape = (len(laws), len(sizes))
    return share.reshape(*shape, 3), kl_aic.reshape(shape), kl_full.reshape(shape), np.mean(full)
