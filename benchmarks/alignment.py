"""Alignment: forced alignment against hmmlearn, and how time grows with the longest event."""

import numpy as np

from _race import duel, least, peer, row
from mlcompanion.datasets import make_utterances
from mlcompanion.online.alignment import (
    AlignmentLearner,
    PhonemeHMM,
    SpeechFeatures,
    align_dp,
    alignment_scores,
)
from mlcompanion.teaching import log_slope

TITLE = "Aligning known events with a signal"
CHAPTER = "shalev_shwartz/09_alignment"

MADE = make_utterances(160, random_state=1)
MARKED = [part[:60] for part in MADE[:3]]


def chain_of(hmm, model, events):
    """The peer's chain for one utterance: our states, each staying or moving on."""
    K = len(events)
    chain = hmm.GaussianHMM(K + 1, covariance_type="full", init_params="", params="")
    chain.n_features = MADE.means.shape[1]
    chain.startprob_ = np.eye(K + 1)[0]
    # the last phoneme may be left as well: for a state that no frame is like
    stay = np.append(model.stay_[events], 1.0)
    chain.transmat_ = np.diag(stay) + np.diag(1 - stay[:-1], 1)
    own = [model.mixtures_[e] for e in events]
    chain.means_ = np.array([*(m.means_[0] for m in own), np.full(chain.n_features, 1e3)])
    chain.covars_ = np.array([*(m.covariances_[0] for m in own), np.eye(chain.n_features)])
    return chain


def against_hmmlearn():
    """Viterbi paths of utterances; the peer's must end in the last state, ours always does."""
    hmm = peer("hmmlearn.hmm", "hmmlearn")
    if hmm is None:
        return
    model = PhonemeHMM(random_state=0).fit(*MARKED)
    signals = []
    events = []
    chains = []
    for x, e in zip(MADE.signals[60:], MADE.events[60:]):
        chain = chain_of(hmm, model, e)
        # our last state is left at the end, at the same price for every path
        if chain.decode(x)[1][-1] == len(e) - 1:
            signals.append(x)
            events.append(e)
            chains.append(chain)

    def ours():
        return np.array(model.predict(signals, events))

    def theirs():
        states = (chain.decode(x)[1] for chain, x in zip(chains, signals))
        return np.array([np.searchsorted(path, np.arange(10)) for path in states])

    yield duel(
        "forced alignment", f"{len(signals)} utterances of ten phonemes", ours, "hmmlearn", theirs,
        same=np.testing.assert_array_equal, note="equal starts; chains of the peer stand ready",
        reason="four fifths of our time are scikit-learn's score_samples, one checked call a state",
    )  # fmt: skip


def growth():
    """Seconds of one alignment: slope 2 in the longest event by the scan, 1 by the envelope."""
    rng = np.random.default_rng(0)
    sizes = (20, 40, 80, 160)
    for method in ("scan", "envelope"):
        times = []
        for L in sizes:
            parts = alignment_scores(
                rng.normal(size=(40, 800)), L, length=rng.normal(size=(40, L + 1)),
                bend=-np.ones(40), rate=rng.uniform(0.05, 0.2, 40),
            )  # fmt: skip
            align_dp(parts, method=method)  # compiles
            times.append(
                least(lambda parts=parts, method=method: align_dp(parts, method=method))[0]
            )
        yield row(
            f"growth with the longest event, {method}", f"{sizes[0]} to {sizes[-1]} frames",
            times[-1], "none", None, f"slope {log_slope(sizes, times):.2f} of log time",
        )  # fmt: skip


def training():
    """One pass over sixty marked utterances."""
    features = SpeechFeatures.estimate(*MARKED, free_start=False)
    learner = AlignmentLearner(features)
    learner.fit(*MARKED)
    seconds = least(lambda: learner.fit(*MARKED))[0]
    yield row("learning", "60 utterances, 7 features", seconds, "none", None, "no peer known")


def rows():
    """All races."""
    yield from against_hmmlearn()
    yield from growth()
    yield from training()
