"""DirectLiNGAM against the PyPI package lingam: same data, same order, both measures.

Three races: the kernel measure at p = 6, n = 400 (the peer decomposes 2n x 2n matrices), the order
of both on 100 small problems, and the pairwise measure at p = 40, n = 2000.
"""

import numpy as np

from _race import least, peer, row
from mlcompanion.causal import DirectLiNGAM
from mlcompanion.datasets import make_lingam

TITLE = "DirectLiNGAM"
CHAPTER = "jmlr12/03_direct_lingam"
KERNEL_RACE = "DirectLiNGAM, kernel measure"
PAIRWISE_RACE = "DirectLiNGAM, pairwise measure"
SMALL = dict(n_samples=100, n_features=3, n_adjacent=None, noise="c")
PROBLEMS = 100


def as_printed():
    """Our kernel measure with the peer's formula: uncentred, standardised once."""
    return DirectLiNGAM("kernel", center=False, restandardize=False)


def race_kernel(lingam):
    X, _, _ = make_lingam(400, 6, n_adjacent=2, random_state=0)
    peer_s, theirs = least(lambda: lingam.DirectLiNGAM(measure="kernel").fit(X), 1)
    printed_s, printed = least(lambda: as_printed().fit(X), 5)
    ours_s, ours = least(lambda: DirectLiNGAM("kernel").fit(X), 5)
    assert printed.causal_order_.tolist() == list(theirs.causal_order_)
    same = ours.causal_order_.tolist() == list(theirs.causal_order_)
    note = f"centred, our default: {'the same' if same else 'another'} order"
    size = "p = 6, n = 400"
    yield row(KERNEL_RACE, size, printed_s, "lingam", peer_s, "the peer's formula: same order")
    yield row(KERNEL_RACE, size, ours_s, "lingam", peer_s, note)


def race_small_problems(lingam):
    """Orders of 100 small problems: ours, ours with the peer's formula, the peer's, the truth."""
    times = np.zeros(2)
    agree = np.zeros(4, dtype=int)
    for seed in range(PROBLEMS):
        X, _, truth = make_lingam(**SMALL, random_state=seed)
        peer_s, theirs = least(lambda X=X: lingam.DirectLiNGAM(measure="kernel").fit(X), 1)
        ours_s, printed = least(lambda X=X: as_printed().fit(X), 1)
        order = DirectLiNGAM("kernel").fit(X).causal_order_
        pairs = [(order, theirs.causal_order_), (printed.causal_order_, theirs.causal_order_)]
        pairs += [(order, truth), (theirs.causal_order_, truth)]
        agree += [list(a) == list(b) for a, b in pairs]
        times += ours_s, peer_s
    assert agree[1] >= 0.95 * PROBLEMS
    note = (
        f"same order on {agree[1]} with the peer's formula, {agree[0]} with centring; "
        f"true order: {agree[2]} with centring, {agree[3]} the peer"
    )
    size = f"{PROBLEMS} x (p = {SMALL['n_features']}, n = {SMALL['n_samples']})"
    yield row(KERNEL_RACE, size, times[0], "lingam", times[1], note)


def race_pairwise(lingam):
    X, _, _ = make_lingam(2000, 40, n_adjacent=3, random_state=1)
    peer_s, theirs = least(lambda: lingam.DirectLiNGAM(measure="pwling").fit(X), 1)
    for lazy in (False, True):
        ours_s, ours = least(lambda lazy=lazy: DirectLiNGAM("pwling", lazy=lazy).fit(X))
        assert ours.causal_order_.tolist() == list(theirs.causal_order_)
        note = f"identical order; {ours.n_evaluations_:,} terms{', lazy' if lazy else ''}"
        yield row(PAIRWISE_RACE, "p = 40, n = 2000", ours_s, "lingam", peer_s, note)


def rows():
    """The three races."""
    lingam = peer("lingam")
    if lingam is None:
        return
    for measure in ("kernel", "pwling"):  # compile before timing
        DirectLiNGAM(measure).fit(make_lingam(50, 3, random_state=0)[0])
    for race in (race_kernel, race_small_problems, race_pairwise):
        yield from race(lingam)
