r"""Aligners that model how a signal comes about: what the learned ones are compared with.

Shalev-Shwartz (2007), Tables 9.1 and 9.2, compares with hidden Markov models whose details stand in
other papers. These are ours: a chain with one state a phoneme, and a segment model of notes in
which the tempo walks at random. Both are Gaussian mixtures and the dynamic program of Section 9.4
with weights that are not learned.
"""

import numpy as np

from mlcompanion._validation import check_array, check_count, check_instance, check_rng
from mlcompanion.online.structured import check_pairs

from .dynamic_program import align_dp, alignment_scores
from .features import AlignmentTables
from .music import MusicFeatures
from .speech import durations_of, labelled_frames

__all__ = ["PhonemeHMM", "ScoreHMM"]

_MOST_FRAMES = 2000  # of each kind of note frame that a mixture is fitted to


def _mixture(X, n_components, n_init, rng):
    """A mixture of Gaussians fitted by EM, the best of random starts."""
    # imported here: scikit-learn's mixtures load clustering that aligners do not need
    from sklearn.mixture import GaussianMixture

    ridge = 1e-6 * max(float(X.var(axis=0).mean()), 1e-300)  # in the data's own unit
    model = GaussianMixture(
        n_components,
        n_init=n_init,
        init_params="random",  # a random partition of the data
        reg_covar=ridge,
        max_iter=200,
        random_state=int(rng.integers(2**31)),
    )
    return model.fit(X)


def _not_fitted(model, name):
    if not hasattr(model, name):
        raise ValueError("fit must be called before predict")


class PhonemeHMM:
    """Forced alignment by a hidden Markov chain with one state a phoneme.

    Each state emits frames from a Gaussian mixture and is left with a probability of one over the
    phoneme's mean length. The chain begins with the first phoneme and ends with the last.

    Parameters
    ----------
    n_components : int
        Gaussians a state.
    n_init : int
        Random starts of EM, where there are several Gaussians.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    mixtures_ : list of GaussianMixture
    stay_ : ndarray, shape (n_phonemes,)
        Probability to stay in a state.

    Notes
    -----
    An alignment costs O(K T^2), as lengths have no bound.
    """

    def __init__(self, n_components=1, n_init=1, random_state=None):
        self.n_components = check_count(n_components, "n_components", low=1)
        self.n_init = check_count(n_init, "n_init", low=1)
        # drawn now: a second fit is the same, and a bad seed is refused at once
        self.seed = int(check_rng(random_state).integers(2**31))

    def fit(self, signals, events, starts):
        """Count and fit on labelled utterances.

        Parameters
        ----------
        signals : list of array_like, shapes (T, d)
        events, starts : list of array_like of int, shapes (K,)

        Returns
        -------
        PhonemeHMM
        """
        rng = np.random.default_rng(self.seed)
        X, labels = labelled_frames(signals, events, starts)
        lengths, of = durations_of(signals, events, starts)
        mixtures = []
        stay = []
        for e in range(int(of.max()) + 1):
            own = X[labels == e]
            if len(own) < max(2, self.n_components):
                raise ValueError(f"events must hold more of {e}: {len(own)} frame(s) are too few")
            mixtures.append(_mixture(own, self.n_components, self.n_init, rng))
            # a mean length of one frame would never stay; half a frame more keeps it possible
            stay.append(1 - 1 / max(lengths[of == e].mean(), 1.5))
        self.mixtures_ = mixtures
        self.stay_ = np.array(stay)
        return self

    def align(self, signal, events):
        """Starts of the events in one signal.

        Parameters
        ----------
        signal : array_like, shape (T, d)
        events : array_like of int, shape (K,)

        Returns
        -------
        ndarray of int, shape (K,)
        """
        _not_fitted(self, "mixtures_")
        width = self.mixtures_[0].n_features_in_
        x = check_array(signal, "signal", shape=(None, width), min_rows=1)
        most = len(self.mixtures_) - 1
        e = check_array(events, "events", ndim=1, min_rows=1, dtype=int, low=0, high=most)
        T = len(x)
        score = {s: self.mixtures_[s].score_samples(x) for s in np.unique(e)}
        total = np.zeros((len(e), T + 1))
        total[:, 1:] = np.cumsum([score[s] for s in e], axis=1)
        stay = self.stay_[e][:, None]
        length = (np.arange(T + 1) - 1) * np.log(stay) + np.log1p(-stay)
        parts = alignment_scores(-total[:, :-1], T, end=total, length=length)
        return align_dp(parts, free_start=False, method="envelope").starts

    def predict(self, signals, events):
        """Starts of the events in each signal.

        Parameters
        ----------
        signals : list of array_like, shapes (T, d)
        events : list of array_like of int, shapes (K,)

        Returns
        -------
        list of ndarray of int
        """
        return [*map(self.align, *check_pairs(signals, events, ("signals", "events")))]


class ScoreHMM:
    r"""Notes as segments of a recording: mixtures for their frames, a random walk for the tempo.

    Frames are described by the nine acoustic features of the note that is looked for. One mixture
    describes frames where a note starts, one frames in which it goes on, one any frame; a note is
    worth the logarithms of the first two over the third. The tempo's change is normal.

    Parameters
    ----------
    features : MusicFeatures
    n_components : int
        Gaussians a mixture.
    n_init : int
        Random starts of EM; the likeliest is kept. The source has 15.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    attack_, sustain_, other_ : GaussianMixture
    tempo_var_ : float
        Mean squared change of tempo.
    """

    def __init__(self, features, n_components=1, n_init=15, random_state=None):
        self.features = check_instance(features, "features", MusicFeatures)
        self.n_components = check_count(n_components, "n_components", low=1)
        self.n_init = check_count(n_init, "n_init", low=1)
        # drawn now: a second fit is the same, and a bad seed is refused at once
        self.seed = int(check_rng(random_state).integers(2**31))

    def fit_tables(self, tables, starts):
        """Fit the mixtures and the tempo's variance.

        Parameters
        ----------
        tables : list of AlignmentTables
        starts : list of array_like of int, shapes (K,)

        Returns
        -------
        ScoreHMM
        """
        rng = np.random.default_rng(self.seed)
        tables, starts = check_pairs(tables, starts, ("tables", "starts"))
        kinds = ([], [], [])
        changes = []
        for x, y in zip(tables, starts):
            y = self.features.answer(x, y)
            T = x.start.shape[2]
            ends = np.append(y[1:], T)
            for i in range(len(y)):
                kinds[0].append(x.start[:, i, y[i]])
                kinds[1].extend(x.start[:, i, y[i] + 1 : ends[i] + 1].T)
                kinds[2].extend(x.start[:, i, rng.integers(0, T, 2)].T)
            rates = np.diff(x.rate * (ends - y))
            changes.extend(rates[x.turns[1:]] ** 2)
        found = []
        for rows in map(np.array, kinds):
            if len(rows) < self.n_components + 1:
                raise ValueError(f"starts must give more frames of each kind, got {len(rows)}")
            rows = rng.permutation(rows)[:_MOST_FRAMES]
            found.append(_mixture(rows, self.n_components, self.n_init, rng))
        self.attack_, self.sustain_, self.other_ = found
        if not changes:
            raise ValueError("tables must hold a change of tempo: gaps above tau beside each other")
        self.tempo_var_ = max(float(np.mean(changes)), 1e-12)
        return self

    def fit(self, signals, events, starts):
        """The same from recordings and scores.

        Parameters
        ----------
        signals : list of array_like, shapes (n_samples,)
        events : list of array_like, shapes (K, 2)
        starts : list of array_like of int, shapes (K,)

        Returns
        -------
        ScoreHMM
        """
        signals, events = check_pairs(signals, events, ("signals", "events"))
        return self.fit_tables([*map(self.features.tables, signals, events)], starts)

    def align_tables(self, x):
        """Starts of the notes in one recording.

        Parameters
        ----------
        x : AlignmentTables

        Returns
        -------
        ndarray of int, shape (K,)
        """
        _not_fitted(self, "attack_")
        x = check_instance(x, "x", AlignmentTables)
        n, K, T = x.start.shape
        rows = x.start.reshape(n, -1).T
        other = self.other_.score_samples(rows).reshape(K, T)
        attack = self.attack_.score_samples(rows).reshape(K, T) - other
        sustain = self.sustain_.score_samples(rows).reshape(K, T) - other
        # frames after the start up to the next start: none for a note of no length
        total = np.cumsum(sustain, axis=1)
        bend = -0.5 / self.tempo_var_ * x.turns
        parts = alignment_scores(
            attack - total, self.features.longest,
            end=np.column_stack([total, total[:, -1]]), bend=bend, rate=x.rate,
        )  # fmt: skip
        return self.features.best(parts).starts

    def predict(self, signals, events):
        """Starts of the notes in each recording.

        Parameters
        ----------
        signals : list of array_like, shapes (n_samples,)
        events : list of array_like, shapes (K, 2)

        Returns
        -------
        list of ndarray of int
        """
        pairs = zip(*check_pairs(signals, events, ("signals", "events")))
        return [self.align_tables(self.features.tables(x, e)) for x, e in pairs]
