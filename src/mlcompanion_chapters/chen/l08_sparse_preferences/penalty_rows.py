"""What the penalty and the starting rate do: refits at three densities, objectives, zeros."""

import numpy as np

from mlcompanion.text.preferences import preference_steps

from .protocol import judged, learned, refitted, split

__all__ = ["DENSITY_LAMS", "STARTING_RATES", "objective_row", "refit_row", "zeros_row"]

#: Penalties that leave about a half, three tenths and a tenth of the pairs on MNIST.
DENSITY_LAMS = (1e-6, 1.2e-5, 2e-4)
STARTING_RATES = (0.02, 0.2, 2.0, 20.0, 200.0, 2000.0, 20_000.0)
_N_LOSSES = 1000
_CHECKPOINTS = 5


def refit_row(seed, lam, steps=None):
    """Error and precision before and after a refit on MNIST, and entries that it added."""
    part = split("mnist", seed, steps)
    W = learned(part, lam=lam)
    again = refitted(part, W)
    before = judged(part, W)
    after = judged(part, again)
    added = np.sum((again.toarray() != 0) & (W.toarray() == 0))
    return {"before": list(before), "after": list(after), "added": int(added)}


def _mean_loss(part, W, tuples):
    """Mean hinge loss of tuples of training rows."""
    query, better, worse = tuples.T
    asked = part.X[query] @ W.toarray()
    margins = np.einsum("ij,ij->i", asked, part.X[better] - part.X[worse])
    return float(np.mean(np.maximum(0.0, 1.0 - margins)))


def objective_row(seed, C, steps):
    """Mean loss of fixed training tuples, averaged over checkpoints of dense training on MNIST."""
    part = split("mnist", seed, steps)
    fixed = part.tuples[np.random.default_rng([84, seed]).permutation(steps)[:_N_LOSSES]]
    states = preference_steps(part.X, part.tuples, every=steps // _CHECKPOINTS, C=C)
    return {"obj": float(np.mean([_mean_loss(part, state.W, fixed) for state in states]))}


def zeros_row(seed, C, lam=1e-3):
    """Density that a penalty leaves on the small digits with a starting rate."""
    W = learned(split("digits", seed), C=C, lam=lam)
    return {"density": W.nnz / W.shape[0] ** 2}
