"""The tree of forests from counts of pairs, against learning each candidate's forest from rows.

Nobody else has the method; the plain way is a Chow–Liu path of each half of each candidate cut, as
``threshold_path`` finds it. The same tree is asserted. The slope of log time against log n follows.
"""

import numpy as np

from _race import duel, least, row
from mlcompanion.graphical.forests import threshold_path
from mlcompanion.graphical.partitions import FoCART, make_forest_regions
from mlcompanion.graphical.partitions.forest_cells import BETAS
from mlcompanion.teaching import log_slope

TITLE = "Forests over covariates: counts of pairs against rows"
CHAPTER = "chen/07_markov_forest_regression"


def loss_of_rows(Y, Y_out, n_train):
    """Held-out loss of the best forest of these rows."""
    path = threshold_path(Y, BETAS, Y_out, n_states=2, smoothing=2)
    kept = np.count_nonzero(path.informations >= n_train ** -np.array(BETAS)[:, None], axis=1)
    return -len(Y_out) * path.test_scores[kept].max()


def cut_by_rows(data, low, high, loss, inside, outside):
    """Leaves of the greedy tree below one cell, every candidate learned from its rows."""
    n = len(data.X)
    best = (0.0, None)
    for k in range(data.X.shape[1]):
        middle = (low[k] + high[k]) / 2
        left = inside & (data.X[:, k] <= middle)
        left_out = outside & (data.X_out[:, k] <= middle)
        halves = ((left, left_out), (inside & ~left, outside & ~left_out))
        if min(part.sum() for part, _ in halves) < 10 or min(out.sum() for _, out in halves) < 1:
            continue
        losses = [loss_of_rows(data.Y[part], data.Y_out[out], n) for part, out in halves]
        if loss - sum(losses) > best[0]:
            best = (loss - sum(losses), (k, middle, halves, losses))
    if best[1] is None:
        return [(*low, *high)]
    k, middle, halves, losses = best[1]
    ends = (low, np.where(np.arange(len(low)) == k, middle, high))
    others = (np.where(np.arange(len(low)) == k, middle, low), high)
    return [
        leaf
        for (a, b), (part, out), lost in zip((ends, others), halves, losses)
        for leaf in cut_by_rows(data, a, b, lost, part, out)
    ]


def by_rows(data):
    """The whole tree from rows: corners of its leaves."""
    b = data.X.shape[1]
    everything = (np.ones(len(data.X), dtype=bool), np.ones(len(data.X_out), dtype=bool))
    loss = loss_of_rows(data.Y, data.Y_out, len(data.X))
    return set(cut_by_rows(data, np.zeros(b), np.ones(b), loss, *everything))


def rows():
    """All races of the record."""
    n = 5000
    data = make_forest_regions(n, random_state=8)

    def ours():
        tree = FoCART(n_states=2).fit(*data[:4]).tree_
        boxes = tree.boxes()[tree.leaves]
        return {(*box[:, 0], *box[:, 1]) for box in boxes}

    def same(mine, theirs):
        assert mine == theirs

    yield duel("greedy tree of forests", f"n = {n}, b = 10, d = 20", ours, "from rows",
               lambda: by_rows(data), same=same, note="same cells", repeats=1)  # fmt: skip
    sizes = (5000, 10_000, 20_000, 40_000)
    tables = [make_forest_regions(n, random_state=8)[:4] for n in sizes]
    times = [least(lambda t=t: FoCART(n_states=2).fit(*t))[0] for t in tables]
    yield row("fit, by rows", f"n = {sizes}", times[-1], "ours", None,
              f"slope {log_slope(sizes, times):.2f}")  # fmt: skip
