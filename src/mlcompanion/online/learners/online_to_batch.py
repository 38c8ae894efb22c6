"""Online-to-batch conversion: one good hypothesis from all that an online run has produced.

Shalev-Shwartz (2007), section B.3.3: last with random stopping, validation, averaging; voting is
mentioned in section B.4.
"""

from typing import NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.utils.validation import check_is_fitted

from mlcompanion._data import validate_data
from mlcompanion._validation import check_count, check_in, check_instance, check_real, check_rng
from mlcompanion.convex.mirror_maps import Euclidean
from mlcompanion.learning_theory.risk_bounds import risk_certificate
from mlcompanion.online.core.scales import RootScale

from .linear_models import DualAscentClassifier, OnlineLinearClassifier
from .mixins import BinaryStreamMixin

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


class OnlineToBatch(BinaryStreamMixin, BaseEstimator):
    """A linear online learner turned into a batch learner (section B.3.3).

    Parameters
    ----------
    learner : linear online classifier, optional
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

    def begin(self, n_features):
        """Forget everything."""
        check_in(self.conversion, "conversion", CONVERSIONS)
        check_real(self.suffix, "suffix", low=0, high=1, open_low=True)
        check_count(self.n_blocks, "n_blocks", low=1)
        check_real(
            self.validation_fraction, "validation_fraction", low=0, high=1, open_low=True,
            open_high=True,
        )  # fmt: skip
        self._rng, self._online = check_rng(self.random_state), self._new_learner()
        self._seen = 0
        self._loss_sum = 0.0
        self._longest = 0.0
        self._total = 0.0
        self._voters = []
        self._votes = []

    def _new_learner(self):
        default = DualAscentClassifier(Euclidean(10.0), scale=RootScale(0.1), step="subgradient")
        learner = default if self.learner is None else self.learner
        learner = clone(check_instance(learner, "learner", OnlineLinearClassifier))
        learner.start(self.n_features_in_, self.classes_)
        return learner

    def _follow(self, online, X, targets):
        """Run the learner on, and add up what it lost; return its rows as it sees them."""
        online.go_on(X, targets)
        rows = online.instances(X)
        engine = online.engine_
        self._seen += len(rows)
        self._loss_sum += float(engine.loss.value(online.run_.scores, targets).sum())
        if engine.geometry.radius is not None:
            longest = np.sqrt(np.einsum("ij,ij->i", rows, rows).max())
            self._longest = max(self._longest, float(longest))
        return rows

    def play(self, X, targets):
        """Play a part of the stream and keep what the conversion needs of it."""
        if self.conversion == "validation":
            self._validate_blocks(X, targets)
        else:
            self._absorb(X, targets)
        self._finish()

    def go_on(self, X, targets):
        """Play rows that have been checked, and count those the learner has used; return self."""
        self.play(X, targets)
        self.t_ = self._seen
        return self

    def _absorb(self, X, targets):
        rows = self._follow(self._online, X, targets)
        T = len(X)
        engine = self._online.engine_
        if self.conversion == "last":
            self._kept = engine.weights
            return
        # a part of T rounds replaces the draw with probability T / seen: each round is as likely
        if self.conversion == "random" and self._rng.random() >= T / self._seen:
            return  # the earlier draw stays: reservoir sampling by parts
        path = engine.replay(rows)
        if self.conversion == "random":
            self._kept = path.hypotheses()[self._rng.integers(T)].copy()
            return
        first = 0
        if self.conversion == "suffix":
            first = min(int((1 - self.suffix) * T), T - 1)
        self._total = self._total + path.total(first)
        self._kept = self._total / (T - first if self.conversion == "suffix" else self._seen)
        if self.conversion == "vote":
            self._count_votes(path.hypotheses())

    def _count_votes(self, hypotheses):
        """Keep the distinct hypotheses, and how many rounds each one lived."""
        # rounds without a step keep the hypothesis: it is stored once, with its number of votes
        # a hypothesis is new where it differs from the one before
        changes = np.r_[True, (hypotheses[1:] != hypotheses[:-1]).any(axis=1)]
        lives = np.diff(np.r_[np.flatnonzero(changes), len(hypotheses)])
        self._voters.append(hypotheses[changes])
        self._votes.append(lives)
        self.voters_, self.votes_ = np.concatenate(self._voters), np.concatenate(self._votes)

    def _validate_blocks(self, X, targets):
        """Theorem 12: one draw from each block, then the least loss on fresh rows."""
        s = self.n_blocks
        # the last m rows are never learnt from: they judge
        m = max(1, round(self.validation_fraction * len(X)))
        size = (len(X) - m) // s
        if size < 1:
            raise ValueError(f"n_blocks={s} blocks and {m} validation rows need more rows")
        candidates = []
        for i in range(s):
            block = slice(i * size, (i + 1) * size)
            self._online = self._new_learner()
            rows = self._follow(self._online, X[block], targets[block])
            # steps alone are recorded in a run: the hypotheses are made only where one is drawn
            path = self._online.engine_.replay(rows).hypotheses()
            candidates.append(path[self._rng.integers(size)])
        candidates = np.array(candidates)
        scores = self._online.instances(X[-m:]) @ candidates.T
        losses = self._online.engine_.loss.value(scores, targets[-m:, None]).mean(axis=0)
        self.validation_ = Validation(candidates, losses, int(np.argmin(losses)))
        self._kept = candidates[self.validation_.chosen]

    def _finish(self):
        engine = self._online.engine_
        self.coef_, self.intercept_ = self._online.split(self._kept)
        self.online_loss_ = self._loss_sum / self._seen
        reach = engine.geometry.radius
        self.loss_bound_ = np.inf
        if reach is not None:
            # the worst score in the ball, against the worst target
            self.loss_bound_ = float(engine.loss.value(-reach * self._longest, 1.0))

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
        return super().partial_fit(X, y, classes)

    def decision_function(self, X):
        """Scores, shape (n_samples,); for "vote" the mean of the hypotheses' signs."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=float, order="C", reset=False)
        if self.conversion != "vote":
            return X @ self.coef_[0] + self.intercept_[0]
        signs = np.sign(self._online.instances(X) @ self.voters_.T)
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
        if loss_bound is None and not np.isfinite(self.loss_bound_):
            raise ValueError("loss_bound is needed: the learner's weights are not bounded")
        bound = self.loss_bound_ if loss_bound is None else loss_bound
        bound = check_real(bound, "loss_bound", low=0, open_low=True)
        return float(bound * risk_certificate(self.online_loss_ / bound, self.t_, delta))
