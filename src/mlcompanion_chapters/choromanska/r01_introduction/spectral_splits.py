"""Trees of labels by spectral clustering of who is confused with whom, on real sets.

Choromanska (2014), section 1.2.1, after Bengio, Weston and Grangier (2010).
"""

import numpy as np
from sklearn.cluster import SpectralClustering
from sklearn.metrics import confusion_matrix
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from mlcompanion import datasets

__all__ = ["LABELLED", "affinity", "splits", "worst_split"]

#: The real sets of the claim, in its order.
LABELLED = ("letter", "movement_libras", "texture", "vowel", "optdigits", "penbased")


def affinity(X, y):
    """The symmetrized confusion matrix of one-against-all, by five folds."""
    from sklearn.linear_model import RidgeClassifier
    from sklearn.model_selection import cross_val_predict

    machine = make_pipeline(StandardScaler(), RidgeClassifier(alpha=1.0))
    C = confusion_matrix(y, cross_val_predict(machine, X, y, cv=5))
    return 0.5 * (C + C.T)


def splits(A, labels=None):
    """Sizes of the smaller part and of the whole, of every split down to single classes."""
    labels = np.arange(len(A)) if labels is None else labels
    if len(labels) < 4:  # one class off, and then the last pair
        return [(1, size) for size in range(len(labels), 1, -1)]
    part = A[np.ix_(labels, labels)] + 1e-9  # classes that are never confused stay connected
    halves = SpectralClustering(2, affinity="precomputed", random_state=0).fit_predict(part)
    left, right = labels[halves == 0], labels[halves == 1]
    if not (len(left) and len(right)):
        return [(0, len(labels))]
    here = [(min(len(left), len(right)), len(labels))]
    return here + splits(A, left) + splits(A, right)


def worst_split(name):
    """Share of the smaller part at the worst split of at least eight classes, of a real set."""
    data = getattr(datasets, f"load_{name}")()
    y = np.unique(data.target, return_inverse=True)[1]
    made = splits(affinity(np.asarray(data.data, float), y))
    return {
        "classes": int(y.max() + 1),
        "split": float(min(small / whole for small, whole in made if whole >= 8)),
        "sizes": [list(pair) for pair in made],
    }
