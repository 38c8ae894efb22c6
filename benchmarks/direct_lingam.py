"""DirectLiNGAM against the PyPI package lingam: same data, same order, both measures.

Three races: the kernel measure at p = 6, n = 400 (the peer decomposes 2n x 2n matrices), the order
of both on 100 small problems, and the pairwise measure at p = 40, n = 2000.
Run ``python benchmarks/direct_lingam.py``. Times are printed, never asserted.
"""

from time import perf_counter

import numpy as np

from mlcompanion.causal import DirectLiNGAM
from mlcompanion.datasets import make_lingam

KERNEL_RACE = "DirectLiNGAM, kernel measure"
PAIRWISE_RACE = "DirectLiNGAM, pairwise measure"
SMALL = dict(n_samples=100, n_features=3, n_adjacent=None, noise="c")
PROBLEMS = 100


def timed(function, repeats=1):
    """Shortest time of a few runs, and the last result."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        result = function()
        times.append(perf_counter() - start)
    return min(times), result


def row(race, size, ours, peer, note):
    return dict(
        race=race, size=size, ours_s=ours, peer="lingam", peer_s=peer, ratio=peer / ours, note=note
    )


def as_printed(**options):
    """Our kernel measure with the peer's formula: uncentred, standardised once."""
    return DirectLiNGAM("kernel", center=False, restandardize=False, **options)


def race_kernel(lingam):
    X, _, _ = make_lingam(400, 6, n_adjacent=2, random_state=0)
    peer_s, peer = timed(lambda: lingam.DirectLiNGAM(measure="kernel").fit(X))
    printed_s, printed = timed(lambda: as_printed().fit(X), 5)
    ours_s, ours = timed(lambda: DirectLiNGAM("kernel").fit(X), 5)
    assert printed.causal_order_.tolist() == list(peer.causal_order_)
    same = ours.causal_order_.tolist() == list(peer.causal_order_)
    note = f"centred, our default: {'the same' if same else 'another'} order"
    return [
        row(KERNEL_RACE, "p = 6, n = 400", printed_s, peer_s, "the peer's formula: same order"),
        row(KERNEL_RACE, "p = 6, n = 400", ours_s, peer_s, note),
    ]


def race_small_problems(lingam):
    """Orders of 100 small problems: ours, ours with the peer's formula, the peer's, the truth."""
    times, agree = np.zeros(2), np.zeros(4, dtype=int)
    for seed in range(PROBLEMS):
        X, _, truth = make_lingam(**SMALL, random_state=seed)
        peer_s, peer = timed(lambda X=X: lingam.DirectLiNGAM(measure="kernel").fit(X))
        ours_s, printed = timed(lambda X=X: as_printed().fit(X))
        ours = DirectLiNGAM("kernel").fit(X)
        orders = [m.causal_order_ for m in (ours, printed)]
        pairs = [(o, peer.causal_order_) for o in orders]
        pairs += [(ours.causal_order_, truth), (peer.causal_order_, truth)]
        agree += [list(a) == list(b) for a, b in pairs]
        times += ours_s, peer_s
    print(f"{PROBLEMS} problems: same order as the peer {agree[0]}, with its formula {agree[1]}")
    print(f"true order: ours {agree[2]}, the peer's {agree[3]}")
    assert agree[1] >= 0.95 * PROBLEMS
    note = (
        f"same order on {agree[1]} with the peer's formula, {agree[0]} with centring; "
        f"true order: {agree[2]} with centring, {agree[3]} the peer"
    )
    size = f"{PROBLEMS} x (p = {SMALL['n_features']}, n = {SMALL['n_samples']})"
    return [row(KERNEL_RACE, size, *times, note)]


def race_pairwise(lingam):
    X, _, _ = make_lingam(2000, 40, n_adjacent=3, random_state=1)
    peer_s, peer = timed(lambda: lingam.DirectLiNGAM(measure="pwling").fit(X))
    rows = []
    for lazy in (False, True):
        ours_s, ours = timed(lambda lazy=lazy: DirectLiNGAM("pwling", lazy=lazy).fit(X), 3)
        assert ours.causal_order_.tolist() == list(peer.causal_order_)
        note = f"identical order; {ours.n_evaluations_:,} terms{', lazy' if lazy else ''}"
        rows.append(row(PAIRWISE_RACE, "p = 40, n = 2000", ours_s, peer_s, note))
    return rows


def main():
    """Run the races; print a table and return its rows."""
    try:
        import lingam
    except ImportError as error:
        print(f"lingam is skipped: {error}")
        return []
    for measure in ("kernel", "pwling"):  # compile before timing
        DirectLiNGAM(measure).fit(make_lingam(50, 3, random_state=0)[0])
    rows = race_kernel(lingam) + race_small_problems(lingam) + race_pairwise(lingam)
    for r in rows:
        print(
            f"{r['race']:32} {r['size']:24} {r['ours_s']:8.4f} s  {r['peer']} {r['peer_s']:8.2f} s"
            f"  x{r['ratio']:.0f}  {r['note']}"
        )
    return rows


if __name__ == "__main__":
    main()
