"""The likelihood of hidden chains against hmmlearn; the mixture over memories by its slope.

Both sides compute the logarithm of the probability of one string under the same hidden Markov
model; the same number is asserted. The mixture over memories has no maintained peer: its seconds
are measured at four lengths, in turn.
"""

import numpy as np

from _race import duel, equal, least, peer, row
from mlcompanion.sequences.processes import HMM, IID, RMeasure
from mlcompanion.teaching import log_slope

TITLE = "Hidden chains and mixtures over memories"
CHAPTER = "jmlr12/32_sequence_prediction"
LENGTHS = (20_000, 40_000, 80_000, 160_000)
TURNS = 5


def both_models(hmm, n_states, n_symbols):
    """One random hidden chain, as ours and as the peer's."""
    rng = np.random.default_rng(n_states)
    moves = rng.dirichlet(np.full(n_states, 0.3), size=n_states)
    emissions = rng.dirichlet(np.full(n_symbols, 0.3), size=n_states)
    ours = HMM(moves, emissions)
    theirs = hmm.CategoricalHMM(n_components=n_states)
    theirs.startprob_ = ours.start
    theirs.transmat_ = moves
    theirs.emissionprob_ = emissions
    return ours, theirs


def likelihoods():
    """Races on strings of hidden chains."""
    hmm = peer("hmmlearn.hmm", "hmmlearn")
    if hmm is None:
        return
    for n_states, n in ((2, 1_000), (2, 100_000), (16, 10_000)):
        ours, theirs = both_models(hmm, n_states, 8)
        x = ours.sample(n, 0)
        column = x[:, None]
        yield duel(
            "log-likelihood of a hidden chain", f"{n:,} symbols, {n_states} states",
            lambda ours=ours, x=x: ours.logprob(x) * np.log(2),
            "hmmlearn CategoricalHMM", lambda theirs=theirs, c=column: theirs.score(c),
            same=equal(rtol=1e-9), note="same value",
        )  # fmt: skip


def slope():
    """Seconds of the mixture over nine memories, and their slope in the length."""
    R = RMeasure(8)
    coin = IID([0.5, 0.5])
    words = [coin.sample(n, 0) for n in LENGTHS]
    R.losses(words[0])  # compiles
    turns = [[least(lambda x=x: R.losses(x), 1)[0] for x in words] for _ in range(TURNS)]
    seconds = np.min(turns, axis=0)
    yield row(
        "mixture over memories 0 to 8", f"{LENGTHS[-1]:,} symbols", seconds[-1], "no peer", None,
        note=f"slope in n {log_slope(LENGTHS, seconds):.2f} from n = 20,000 on",
    )  # fmt: skip


def rows():
    """Likelihoods, then the slope."""
    yield from likelihoods()
    yield from slope()
