r"""Seven features that place known phonemes in an utterance.

Shalev-Shwartz (2007), Section 9.5.1, equations 9.4 to 9.7.
"""

import numpy as np

from mlcompanion._validation import check_array, check_has, check_list

from .features import AlignmentFeatures, AlignmentTables

__all__ = ["SpeechFeatures", "durations_of", "labelled_frames"]

_REACH = 4  # frames on either side of a start


def check_utterances(signals, events, starts):
    """Lists of one length: signals, events and, unless None, starts."""
    lists = [check_list(signals, "signals"), check_list(events, "events")]
    names = ["signals", "events"]
    if starts is not None:
        lists.append(check_list(starts, "starts"))
        names.append("starts")
    lengths = [len(one) for one in lists]
    if len(set(lengths)) > 1:
        raise ValueError(f"{', '.join(names)} must have one length, got {lengths}")
    return lists


def labelled_frames(signals, events, starts):
    """Frames of labelled utterances, and the event of each; frames before the first are left out.

    Parameters
    ----------
    signals : list of array_like, shapes (T, d)
    events, starts : list of array_like of int, shapes (K,)

    Returns
    -------
    X : ndarray, shape (n, d)
    labels : ndarray of int, shape (n,)
    """
    frames = []
    labels = []
    for x, e, y in zip(*check_utterances(signals, events, starts)):
        x = check_array(x, "signals", ndim=2, min_rows=1)
        e = check_array(e, "events", ndim=1, min_rows=1, dtype=int, low=0)
        y = check_array(y, "starts", shape=e.shape, dtype=int, low=0, high=len(x) - 1)
        lengths = np.diff(np.append(y, len(x)))
        if lengths.min() < 0:
            raise ValueError(f"starts must rise, got {y.tolist()}")
        frames.append(x[y[0] :])
        labels.append(np.repeat(e, lengths))
    return np.concatenate(frames), np.concatenate(labels)


def durations_of(signals, events, starts):
    """Lengths of all events in frames, and which event each is.

    Parameters
    ----------
    signals : list of array_like, shapes (T, d)
    events, starts : list of array_like of int, shapes (K,)

    Returns
    -------
    lengths, labels : ndarray, shape (n,)
    """
    triples = zip(*check_utterances(signals, events, starts))
    lengths = [np.diff(np.append(y, len(x))) for x, _, y in triples]
    return np.concatenate(lengths), np.concatenate([np.asarray(e) for e in events])


def _normal_log_density(values, mu, sigma):
    """Logarithm of the normal density, with standard deviation ``sigma``, (9.6)."""
    return -0.5 * ((values - mu) / sigma) ** 2 - np.log(sigma) - 0.5 * np.log(2 * np.pi)


class SpeechFeatures(AlignmentFeatures):
    r"""Seven features of phonemes placed in an utterance.

    Four distances between the frames j before and j after a start, j = 1 to 4 (9.4); the summed
    confidence that an event's frames are its phoneme (9.5); the log-likelihood of its length
    (9.6); the squared change of the speaking rate (9.7), zero for the first event.

    Parameters
    ----------
    mu, sigma : array_like, shape (n_phonemes,)
        Mean and standard deviation of each phoneme's length, in frames.
    frame_model : classifier
        Its ``predict_log_proba(X)`` has one column a phoneme, in the order of their numbers.
    longest : int
        Largest length of a phoneme, in frames.
    free_start : bool
        Whether the first phoneme may start after the signal does.

    Notes
    -----
    Frames beyond an end of the signal are taken to be the last one. Tables cost O(K T) and one call
    of the frame model.
    """

    shape = (_REACH, 1, 1)

    def __init__(self, mu, sigma, frame_model, longest=25, free_start=True):
        super().__init__(longest, 1, free_start)
        self.mu = check_array(mu, "mu", ndim=1, min_rows=1, low=0, open_low=True).copy()
        self.sigma = check_array(sigma, "sigma", shape=self.mu.shape, low=0, open_low=True).copy()
        self.frame_model = check_has(frame_model, "frame_model", "predict_log_proba")

    @classmethod
    def estimate(cls, signals, events, starts, frame_model=None, longest=25, free_start=True):
        """Learn lengths and, if it is not fitted, a frame model from labelled utterances.

        Parameters
        ----------
        signals : list of array_like, shapes (T, d)
        events, starts : list of array_like of int, shapes (K,)
            Every number from 0 to the largest must occur.
        frame_model : classifier, optional
            Is used as it is; by default Gaussians with one covariance are fitted.
        longest : int
        free_start : bool

        Returns
        -------
        SpeechFeatures
        """
        X, labels = labelled_frames(signals, events, starts)
        lengths, of = durations_of(signals, events, starts)
        n = int(of.max()) + 1
        if len(np.unique(of)) < n:
            missing = np.setdiff1d(np.arange(n), of)
            raise ValueError(f"events must hold every number below {n}, none is {missing[0]}")
        mu = np.array([lengths[of == e].mean() for e in range(n)])
        spread = np.array([lengths[of == e].std() for e in range(n)])
        if frame_model is None:
            # imported here: scikit-learn's discriminants load much that aligners do not need
            from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

            frame_model = LinearDiscriminantAnalysis().fit(X, labels)
        # whole frames cannot vary by less than their rounding does
        return cls(mu, np.maximum(spread, 12**-0.5), frame_model, longest, free_start)

    def tables(self, signal, events):
        """Tabulate the features of an utterance.

        Parameters
        ----------
        signal : array_like, shape (T, d)
        events : array_like of int, shape (K,)
            Phonemes, numbered from 0.

        Returns
        -------
        AlignmentTables
        """
        x = check_array(signal, "signal", ndim=2, min_rows=1)
        n = len(self.mu)
        e = check_array(events, "events", ndim=1, min_rows=1, dtype=int, low=0, high=n - 1)
        T = len(x)
        frames = np.arange(T)
        start = np.empty((_REACH, 1, T))
        for j in range(1, _REACH + 1):
            before = x[np.maximum(frames - j, 0)]
            after = x[np.minimum(frames + j, T - 1)]
            start[j - 1, 0] = np.linalg.norm(before - after, axis=1)
        confidence = check_array(
            self.frame_model.predict_log_proba(x), "frame_model", shape=(T, n), finite=False
        )
        confidence = np.maximum(confidence, -700.0)  # the logarithm of what a double can hold
        total = np.zeros((1, len(e), T + 1))
        total[0, :, 1:] = np.cumsum(confidence, axis=0).T[e]
        lengths = np.arange(self.longest + 1)
        length = _normal_log_density(lengths, self.mu[e, None], self.sigma[e, None])
        turns = np.arange(len(e)) > 0
        start = np.broadcast_to(start, (_REACH, len(e), T))
        return AlignmentTables(start, total, length[None], 1 / self.mu[e], turns)
