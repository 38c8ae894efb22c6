"""Online-to-batch conversion: one good hypothesis from all that an online run has produced.

Shalev-Shwartz (2007), section B.3.3: last with random stopping, validation, averaging; voting is
mentioned in section B.4.
"""

from typing import NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcompanion._binary import BinaryClassifierMixin
from mlcompanion._validation import check_count, check_in, check_real, check_rng
from mlcompanion.convex.mirror_maps import Euclidean
from mlcompanion.learning_theory.risk_bounds import risk_certificate
from mlcompanion.online.core.paths import path_sum, walk
from mlcompanion.online.core.scales import RootScale

from .linear_models import DualAscentClassifier

__all__ = ["OnlineToBatch", "Validation"]

CONVERSIONS = {"last", "random", "average", "suffix", "validation", "vote"}


class Validation(NamedTuple):
    """Outcome of the conversion "validation".

    Attributes
    ----------
    candidates : ndarray, shape (n_blocks, n_features)
        One hypothesis of each block.
    losses : ndarray, shape (n_blocks,)
        Their mean losses on the validation rows.
    chosen : int
    """

    candidates: np.ndarray
    losses: np.ndarray
    chosen: int


class OnlineToBatch(BinaryClassifierMixin, BaseEstimator):
    """A linear online learner turned into a batch learner (section B.3.3).

    Parameters
    ----------
    learner : DualAscentClassifier, optional
        Default: the hinge in a ball of radius 10, ``c_t = sqrt(t / 100)``.
    conversion : {"average", "last", "random", "suffix", "validation", "vote"}
        Which hypothesis to keep: the mean of all (Theorem 13), the one after the last round, one
        drawn uniformly (Corollary 8), the mean of the last ones, the best of one drawn from each
        block (Theorem 12), or the majority of all.
    n_blocks : int
        Blocks of "validation"; the learner starts anew in each.
    validation_fraction : float
        Share of rows, the last ones, on which "validation" chooses.
    suffix : float
        Share of the hypotheses, the last ones, that "suffix" averages.
    random_state : int, Generator, RandomState or None
        For "random" and "validation".

    Attributes
    ----------
    classes_ : ndarray, shape (2,)
    coef_ : ndarray, shape (1, n_features)
    intercept_ : ndarray, shape (1,)
        For "vote", of the average; predictions come from the vote.
    online_loss_ : float
        Mean loss ``M_T`` of the learner's own predictions, before each update. For "validation" of
        all blocks.
    t_ : int
        Examples used by the learner.
    loss_bound_ : float
        Largest loss in the learner's ball on rows as long as the longest seen; infinite without a
        ball.
    voters_, votes_ : ndarray, shapes (k, n_features + 1) and (k,)
        For "vote": distinct hypotheses, and the rounds that each one lived.
    validation_ : Validation
        For "validation".

    Notes
    -----
    O(n_features) a round; "vote" keeps up to one hypothesis a round. ``partial_fit`` goes on with
    the stream, except for "suffix" and "validation", which need to know T.
    """

    def __init__(
        self,
        learner=None,
        conversion="average",
        n_blocks=5,
        validation_fraction=0.2,
        suffix=0.5,
        random_state=None,
    ):
        self.learner = learner
        self.conversion = conversion
        self.n_blocks = n_blocks
        self.validation_fraction = validation_fraction
        self.suffix = suffix
        self.random_state = random_state

    def _new_learner(self):
        if self.learner is not None:
            if not isinstance(self.learner, DualAscentClassifier):
                raise ValueError(f"learner must be a DualAscentClassifier, got {self.learner!r}")
            return clone(self.learner)
        return DualAscentClassifier(Euclidean(10.0), scale=RootScale(0.1), step="subgradient")

    def _start(self):
        check_in(self.conversion, "conversion", CONVERSIONS)
        check_real(self.suffix, "suffix", low=0, high=1, open_low=True)
        self._rng = check_rng(self.random_state)
        self._online = self._new_learner()
        self.t_, self._loss_sum, self._longest = 0, 0.0, 0.0
        self._voters, self._votes = [], []

    def _play(self, online, X, y):
        """Run the learner on; return its rows, the state before and the run."""
        if not hasattr(online, "_learner"):
            online._two_classes(self.classes_)
            online._start(X.shape[1])
        before = online._learner.theta.copy()
        online._play(X, online._signs(y))
        rows = online._instances(X)
        self.t_ += len(rows)
        self._loss_sum += float(online.run_.losses.sum())
        self._squares = None
        if getattr(online._learner.geometry, "radius", None) is not None:
            self._squares = np.einsum("ij,ij->i", rows, rows)
            self._longest = max(self._longest, float(np.sqrt(self._squares.max())))
        return rows, before, online.run_

    def _absorb(self, X, y):
        """Play a part of the stream and keep what the conversion needs of it."""
        rows, theta, run = self._play(self._online, X, y)
        geometry, T = self._online._learner.geometry, len(rows)
        if self.conversion == "last":
            self._kept = self._online._learner.weights
            return
        if self.conversion == "random" and self._rng.random() >= T / self.t_:
            return  # the earlier draw stays: reservoir sampling by parts
        if self.conversion in ("random", "vote"):
            path = np.empty((T, rows.shape[1]))
            walk(rows, run, geometry, theta, T, path)
        if self.conversion == "random":
            self._kept = path[self._rng.integers(T)].copy()
            return
        first = 0
        if self.conversion == "suffix":
            first = min(int((1 - self.suffix) * T), T - 1)
        total = path_sum(rows, run, geometry, theta, first, self._squares)
        old = getattr(self, "_total", 0.0) if self.t_ > T else 0.0
        self._total = old + total
        self._kept = self._total / (T - first if self.conversion == "suffix" else self.t_)
        if self.conversion == "vote":
            changes = np.r_[True, (path[1:] != path[:-1]).any(axis=1)]
            lives = np.diff(np.r_[np.flatnonzero(changes), T])
            self._voters.append(path[changes])
            self._votes.append(lives)
            self.voters_, self.votes_ = np.concatenate(self._voters), np.concatenate(self._votes)

    def _validate_blocks(self, X, y):
        """Theorem 12: one draw from each block, then the least loss on fresh rows."""
        s = check_count(self.n_blocks, "n_blocks", low=1)
        share = check_real(
            self.validation_fraction, "validation_fraction", low=0, high=1, open_low=True,
            open_high=True,
        )  # fmt: skip
        m = max(1, round(share * len(X)))
        size = (len(X) - m) // s
        if size < 1:
            raise ValueError(f"n_blocks={s} blocks and {m} validation rows need more rows")
        candidates = []
        for i in range(s):
            block = slice(i * size, (i + 1) * size)
            online = self._new_learner()
            rows, theta, run = self._play(online, X[block], y[block])
            path = np.empty(rows.shape)
            walk(rows, run, online._learner.geometry, theta, size, path)
            candidates.append(path[self._rng.integers(size)])
        candidates = np.array(candidates)
        scores = online._instances(X[-m:]) @ candidates.T
        losses = online._learner.loss.value(scores, online._signs(y[-m:])[:, None]).mean(axis=0)
        self._online = online
        self.validation_ = Validation(candidates, losses, int(np.argmin(losses)))
        self._kept = candidates[self.validation_.chosen]

    def _finish(self):
        w, online = self._kept, self._online
        self.coef_, self.intercept_ = (
            (w[:-1][None], w[-1:]) if online.fit_intercept else (w[None], np.zeros(1))
        )
        self.online_loss_ = self._loss_sum / self.t_
        reach = getattr(online._learner.geometry, "radius", None)
        self.loss_bound_ = (
            np.inf
            if reach is None
            else float(online._learner.loss.value(-reach * self._longest, 1.0))
        )
        return self

    def fit(self, X, y):
        """Pass once over the rows, in the order given, and convert.

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
            Two classes.

        Returns
        -------
        self
        """
        X, y = validate_data(self, X, y)
        self._two_classes(y)
        self._start()
        if self.conversion == "validation":
            self._validate_blocks(X, y)
        else:
            self._absorb(X, y)
        return self._finish()

    def partial_fit(self, X, y, classes=None):
        """Go on with further rows of the stream; not for "suffix" and "validation".

        Parameters
        ----------
        X : array_like, shape (n_samples, n_features)
        y : array_like, shape (n_samples,)
        classes : array_like, shape (2,), optional
            Both labels; needed in the first call if ``y`` does not show them.

        Returns
        -------
        self
        """
        if self.conversion in ("suffix", "validation"):
            raise ValueError(f"conversion {self.conversion!r} needs the whole stream: use fit")
        first = not hasattr(self, "t_")
        X, y = self._next_rows(X, y, classes, first)
        if first:
            self._start()
        self._absorb(X, y)
        return self._finish()

    def decision_function(self, X):
        """Scores, shape (n_samples,); for "vote" the mean of the hypotheses' signs."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False)
        if self.conversion != "vote":
            return X @ self.coef_[0] + self.intercept_[0]
        signs = np.sign(self._online._instances(X) @ self.voters_.T)
        return signs @ self.votes_ / self.votes_.sum()

    def certificate(self, delta=0.05, loss_bound=None):
        """Upper bound of the average's risk, at confidence ``1 - delta`` (Theorem 13).

        Valid for "average", for a convex loss and independent examples.

        Parameters
        ----------
        delta : float
        loss_bound : float, optional
            Largest loss possible; default ``loss_bound_``, which trusts the longest row seen.

        Returns
        -------
        float
            In the units of the loss; it may exceed ``loss_bound`` and then says nothing.
        """
        check_is_fitted(self)
        if self.conversion != "average":
            raise ValueError(f"Theorem 13 is about the average, conversion is {self.conversion!r}")
        bound = self.loss_bound_ if loss_bound is None else loss_bound
        if not np.isfinite(bound):
            raise ValueError("loss_bound is needed: the learner's weights are not bounded")
        bound = check_real(bound, "loss_bound", low=0, open_low=True)
        return float(bound * risk_certificate(self.online_loss_ / bound, self.t_, delta))
