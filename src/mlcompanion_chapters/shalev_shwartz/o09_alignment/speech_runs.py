"""Learning to align generated utterances: one seed of Table 9.1, and what few examples teach.

Shalev-Shwartz (2007), Section 9.5. The first start of an utterance is its first frame, for every
aligner, and is not counted.
"""

from functools import partial
from itertools import pairwise

import numpy as np

from mlcompanion._validation import check_count
from mlcompanion.datasets import Utterances, make_utterances
from mlcompanion.online import StringLearner
from mlcompanion.online.alignment import (
    PhonemeHMM,
    SpeechFeatures,
    boundary_accuracy,
    tenfold_cost,
)

__all__ = ["SEEN", "TOLERANCES", "accuracies", "speech_seed", "split_utterances", "weights_after"]

TOLERANCES = (1, 2, 3, 4)  # frames of 10 ms
SEEN = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 3193)
N_FRAME = 500  # utterances for the frame classifier, as the source has it
N_CHOICE = 200  # utterances on which the sign of a single feature is chosen


def split_utterances(made, *sizes):
    """Consecutive parts of utterances, of given sizes."""
    bounds = np.cumsum([0, *sizes])
    return [
        Utterances(*(part[a:b] for part in made[:3]), made.means, made.durations)
        for a, b in pairwise(bounds)
    ]


def accuracies(true, found, tolerances=TOLERANCES):
    """Percentages of starts within each tolerance, the first start left out."""
    y = np.concatenate([starts[1:] for starts in true])
    z = np.concatenate([starts[1:] for starts in found])
    return [100 * boundary_accuracy(y, z, tol) for tol in tolerances]


def weights_after(features, tables, starts, seen, U=1.0):
    """One pass of Figure 5.4; last and averaged weights after each number of utterances.

    Returns
    -------
    last, average : ndarray, shape (len(seen), features.size)
    costs : ndarray, shape (len(tables),)
    """
    engine = StringLearner(features, U, partial(tenfold_cost, eps=1))
    last = []
    average = []
    for a, b in pairwise([0, *seen]):
        engine.partial_fit(tables[a:b], starts[a:b])
        last.append(engine.coef_)
        average.append(engine.average_)
    return np.array(last), np.array(average), engine.costs_


def _tables(features, part):
    return [features.tables(x, e) for x, e in zip(part.signals, part.events)]


def speech_seed(seed, n_train=3193, n_test=100):
    """All of Section 9.5.2 on the utterances of one seed.

    Parameters
    ----------
    seed : int
    n_train, n_test : int
        Utterances for the aligners, and to test.

    Returns
    -------
    dict
        ``seen``; ``last`` and ``avg``, a row of accuracies for each; ``hmm``, accuracies; ``best``,
        the better sign of each single feature, accuracy within one frame; ``weights``.
    """
    n_train = check_count(n_train, "n_train", low=2)
    made = make_utterances(N_FRAME + n_train + n_test, random_state=seed)
    frame, train, test = split_utterances(made, N_FRAME, n_train, n_test)
    voice = SpeechFeatures.estimate(*frame[:3], free_start=False)
    every, _ = split_utterances(made, N_FRAME + n_train, n_test)
    # lengths from all that is labelled, frames from the first part alone
    features = SpeechFeatures.estimate(*every[:3], frame_model=voice.frame_model, free_start=False)
    tables = _tables(features, train)
    tested = _tables(features, test)
    seen = sorted({m for m in (*SEEN, n_train) if m <= n_train})
    last, average, _ = weights_after(features, tables, train.starts, seen)

    def judged(w, x=tested, true=test.starts):
        return accuracies(true, [features.predict(w, table) for table in x])

    choice = slice(0, N_CHOICE)
    best = []
    for w in np.eye(features.size):
        here = [judged(sign * w, tables[choice], train.starts[choice])[0] for sign in (1, -1)]
        best.append(judged(w if here[0] >= here[1] else -w)[0])
    chain = PhonemeHMM(random_state=seed).fit(*train[:3])
    return {
        "seen": seen,
        "last": [judged(w) for w in last],
        "avg": [judged(w) for w in average],
        "hmm": accuracies(test.starts, chain.predict(test.signals, test.events)),
        "best": best,
        "weights": (average[-1] / np.linalg.norm(average[-1])).tolist(),
    }
