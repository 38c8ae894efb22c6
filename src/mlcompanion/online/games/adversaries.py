"""Environments against which no online learner has small regret.

Shalev-Shwartz (2007), section 3.6: the random signs of Theorem 3 and the coordinate adversary of
Theorem 4.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import gammaln

from mlcompanion._validation import check_array, check_count, check_in, check_real, check_rng
from mlcompanion.online.core.protocol import check_has

__all__ = ["CoordinateAdversary", "Duel", "RandomSigns", "interval_weights"]


class RandomSigns:
    """Losses ``sigma_t w`` on the interval [-1, 1], with fair random signs (Theorem 3).

    Parameters
    ----------
    n_rounds : int
        T.
    """

    def __init__(self, n_rounds):
        self.n_rounds = check_count(n_rounds, "n_rounds", low=1)

    def draw(self, n_sequences=1, random_state=None):
        """Signs of independent sequences, shape (n_sequences, n_rounds)."""
        n = check_count(n_sequences, "n_sequences", low=1)
        bits = check_rng(random_state).integers(0, 2, size=(n, self.n_rounds), dtype=np.int8)
        return 2 * bits - 1

    def regret(self, weights, signs):
        """Regret of each sequence against the best ``u`` in [-1, 1].

        Parameters
        ----------
        weights : array_like, shape (n_sequences, n_rounds) or broadcastable
            ``w_t``, in [-1, 1]; it may depend on earlier signs only.
        signs : array_like, shape (n_sequences, n_rounds)

        Returns
        -------
        ndarray, shape (n_sequences,)
        """
        signs = check_array(
            signs, "signs", shape=(None, self.n_rounds), min_rows=1, dtype=np.int8, among=(-1, 1)
        )
        weights = check_array(weights, "weights", low=-1, high=1)
        try:
            weights = np.broadcast_to(weights, signs.shape)
        except ValueError:
            raise ValueError(f"weights must fit {signs.shape}, got {weights.shape}") from None
        # min over u of u sum(sigma) is -|sum(sigma)|
        return (weights * signs).sum(axis=1) + np.abs(signs.sum(axis=1, dtype=int))

    @property
    def expected_regret(self):
        """``E |sum_t sigma_t|``, exactly: what every learner suffers on average."""
        T = self.n_rounds
        half = (T + 1) // 2
        # E|S_T| = 2 k C(T, k) / 2^T with k = ceil(T / 2): in logarithms nothing overflows
        log_binomial = gammaln(T + 1) - gammaln(half + 1) - gammaln(T - half + 1)
        return float(2 * half * np.exp(log_binomial - T * np.log(2)))


def interval_weights(signs, inverse_rate, link="clip"):
    """Weights of dual ascent on :class:`RandomSigns`, for many sequences at once.

    ``theta_t = -sum_{i<t} sigma_i``, since a linear loss has one subgradient.

    Parameters
    ----------
    signs : array_like, shape (n_sequences, T)
    inverse_rate : float or array_like, shape (T,)
        Scale of every round.
    link : {"clip", "tanh"}
        ``clip(theta / c)``: half the squared norm on the interval; ``tanh(theta / c)``: Hedge over
        the two end points.

    Returns
    -------
    ndarray, shape (n_sequences, T)
    """
    signs = check_array(signs, "signs", ndim=2, min_rows=1, dtype=np.int8, among=(-1, 1))
    shape = signs.shape[1:] if np.ndim(inverse_rate) else ()
    c = check_array(inverse_rate, "inverse_rate", shape=shape, low=0, open_low=True)
    check_in(link, "link", {"clip", "tanh"})
    theta = np.zeros(signs.shape)
    # the first weight knows nothing: column 0 stays 0
    np.cumsum(-signs[:, :-1], axis=1, out=theta[:, 1:])
    theta /= c
    if link == "clip":
        return np.clip(theta, -1, 1, out=theta)
    return np.tanh(theta, out=theta)


@dataclass(frozen=True)
class Duel:
    """What a learner suffered from an adversary.

    Attributes
    ----------
    losses : ndarray, shape (T,)
        Hinge losses of the learner.
    comparator : ndarray, shape (T,)
        ``u``, with no loss at all.
    """

    losses: np.ndarray
    comparator: np.ndarray

    @property
    def regret(self):
        """Regret against ``u``: all of the learner's loss."""
        return float(self.losses.sum())

    @property
    def complexity(self):
        """``f(u) = |u|^2 / 2``."""
        return float(self.comparator @ self.comparator / 2)


class CoordinateAdversary:
    """Round t asks about coordinate t and answers against the learner (Theorem 4).

    Parameters
    ----------
    n_rounds : int
        T, which is the number of features as well.
    """

    def __init__(self, n_rounds):
        self.n_rounds = check_count(n_rounds, "n_rounds", low=1)

    def play(self, learner, box=None):
        """Play T rounds against a learner.

        Parameters
        ----------
        learner : object
            With an attribute ``weights`` and a method ``update(x, y)``.
        box : float, optional
            The learner is given ``box * (x, -x)`` instead of ``x``: weights on the simplex then
            stand for a vector with sum of absolute values up to ``box``.

        Returns
        -------
        Duel

        Notes
        -----
        ``y_t = -1`` iff the score is at least 0, so every hinge loss is at least 1.
        """
        check_has(learner, "learner", "weights", "update")
        T = self.n_rounds
        if box is not None:
            box = check_real(box, "box", low=0, open_low=True)
        losses = np.empty(T)
        comparator = np.empty(T)
        for t in range(T):
            x = np.zeros(T)
            x[t] = 1.0
            if box is not None:
                # on a simplex of 2 T weights both signs of a coordinate can be bought
                x = box * np.r_[x, -x]
            score = float(np.dot(learner.weights, x))
            # each question has a coordinate of its own: u answers all of them right
            comparator[t] = -1.0 if score >= 0 else 1.0
            losses[t] = max(0.0, 1.0 - comparator[t] * score)
            learner.update(x, comparator[t])
        return Duel(losses, comparator)
