"""Accuracies of stored splits, at given numbers of topics or of nonzero entries."""

import numpy as np

__all__ = ["at_effective", "at_topics"]


def at_topics(study, method, topics, corpus="titles", experiment="dimension"):
    """Accuracy in per cent, shape (splits, topics), of a method at these numbers of topics."""
    held = {"experiment": experiment, "corpus": corpus, "method": method}
    return np.array([study.column("accuracy", D=D, **held) for D in topics]).T


def at_effective(study, method, dimensions, corpus="titles"):
    """The same of a sparse method where A has so many nonzero entries a word.

    Between two penalties a split's accuracy is linear in the logarithm of that number; beyond the
    last one it is that of the nearest.

    Returns
    -------
    ndarray, shape (splits, dimensions)
    """
    held = {"experiment": "effective", "corpus": corpus, "method": method}
    lams = np.unique(study.column("lam", **held))
    scores = np.array([study.column("accuracy", lam=lam, **held) for lam in lams])
    sizes = np.array([study.column("effective", lam=lam, **held)[0] for lam in lams])
    kept = np.flatnonzero(sizes > 0)  # an empty A has no logarithm
    order = kept[np.argsort(sizes[kept])]
    at = np.log(sizes[order])
    return np.array([np.interp(np.log(dimensions), at, split) for split in scores[order].T])
