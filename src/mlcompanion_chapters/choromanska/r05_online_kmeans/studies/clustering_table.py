"""Choromanska (2014), Section 5.3: Table 5.1 with all its columns, and Figures 5.2 to 5.4.

Settles of chapter choromanska/05_online_kmeans: table51-gaussians, table51-forest-fires,
table51-spambase, table51-other-streams, table51-learn-alpha, fig52-53-weights and fig54-k. A case
is a stream, a number of clusters and a seed, of the clusterers and, for the Gaussians, of the
stream. Windows of 200 points end before the point; answers count from the 200th on.

A row is one column of the table, ``method`` with ``experts`` 3 or 6 for mixtures and 0 for what
stands alone: e1 to e6, da (doubling), ol (online k-means on the stream), se, f1 to f3 (the three
smallest rates of Learn-alpha's discretization), f4 (the middle one), f5 (the largest), la.
``mean`` and ``std`` are over the stream of the k-means cost on all points so far, looked at every
ten points; ``final`` is its last value. For six experts, la adds ``rate_weights`` at the end and
``share``, the smallest rate's at each quarter; f1 and f5 add ``shift``, the mean change per step of
the weights in the second half, and f1 ``inverted``, whether experts 4 and 5 change order between
steps 10 and 200.

Segment, Libras and the first thousand rows of Letter stand in for Cloud, Intrusion and Robot.
"""

import numpy as np

from mlcompanion import datasets
from mlcompanion.clustering import (
    DoublingKCenter,
    SequentialKMeans,
    kmeans_cost,
    make_experts,
    progressive_costs,
    run_experts,
)
from mlcompanion.online.experts.hindsight import alpha_grid
from mlcompanion.online.experts.runs import fixed_share, learn_alpha, static_expert

SIX = ["lloyd", "kmeans++", "online", "kmeans#3", "kmeans#2.25", "kmeans#1.5"]
WINDOW = 200
#: Clusters in the table; the source has as many as there are Gaussians there.
STREAMS = {"Gaussians": 25, "Forest Fires": 15, "Segment": 15, "Libras": 15, "Letter": 15}
#: Steps whose discretization has the thesis's 45 rates; the 317 of Forest Fires alone have 28.
STEPS_OF_45_RATES = 800
SIZES = {
    "default": {"seeds": 30, "spam_seeds": 3, "sweep_seeds": 3},
    "paper": {"seeds": 30, "spam_seeds": 30, "sweep_seeds": 30},
}


def cases(seeds, spam_seeds, sweep_seeds):
    """The table's streams, then the other numbers of clusters of Figure 5.4."""
    table = [(name, k, seed) for name, k in STREAMS.items() for seed in range(seeds)]
    table += [("Spambase", 15, seed) for seed in range(spam_seeds)]
    sweep = [
        (name, k, seed)
        for name in ("Gaussians", "Forest Fires", "Spambase")
        for k in (5, 10, 15, 20, 25)
        for seed in range(sweep_seeds)
        if (name, k, seed) not in table
    ]
    return [
        {"stream": name, "k": k, "seed": seed, "table": rank < len(table)}
        for rank, (name, k, seed) in enumerate(table + sweep)
    ]


def load(name, seed):
    """The points of a stream, in the order of their file."""
    if name == "Gaussians":
        return datasets.make_gaussian_stream(random_state=seed).data
    if name == "Forest Fires":
        fires = datasets.load_forestfires()
        return np.column_stack([fires.data, fires.target])
    if name == "Spambase":
        return datasets.load_spambase().data
    if name == "Segment":
        return datasets.load_segment().data[:1000]
    if name == "Letter":
        return datasets.load_letter().data[:1000]
    return datasets.load_movement_libras().data


def mixtures(losses, steps):
    """The table's algorithms on one table of losses, by name; rates as for ``steps`` steps."""
    rates = alpha_grid(steps)
    chosen = dict(
        zip(("f1", "f2", "f3", "f4", "f5"), [*rates[:3], rates[len(rates) // 2], rates[-1]])
    )
    runs = {name: fixed_share(losses, float(rate)) for name, rate in chosen.items()}
    return {"se": static_expert(losses)} | runs | {"la": learn_alpha(losses, rates)}


def whole_stream(X, model, ends):
    """Cost along the stream of a clusterer that sees every point once."""
    costs, begun = [], 0
    for end in ends:
        model.partial_fit(X[begun:end])
        costs.append(kmeans_cost(X[:end], model.cluster_centers_))
        begun = end
    return np.array(costs)


def details(name, run):
    """What Figures 5.2 and 5.3 show of one algorithm with six experts."""
    if name == "la":
        quarters = [len(run.weights) * q // 4 - 1 for q in (1, 2, 3, 4)]
        top = run.alpha_weights
        return {"rate_weights": top[-1].round(6), "share": top[quarters, 0].round(6)}
    half = run.weights[len(run.weights) // 2 :]
    found = {"shift": float(np.abs(np.diff(half, axis=0)).sum(axis=1).mean())}
    if name == "f1":
        ahead = np.sign(run.weights[10:WINDOW, 3] - run.weights[10:WINDOW, 4])
        found["inverted"] = bool(ahead.min() < 0 < ahead.max())
    return found


def run(case):
    """One row for each column of the table; beside the table, the last costs of three experts."""
    X, k, sizes = load(case["stream"], case["seed"]), case["k"], (3, 6) if case["table"] else (3,)
    experts = make_experts(SIX[: max(sizes)], k)
    trace = run_experts(X, experts, WINDOW, start=WINDOW, random_state=case["seed"])
    losses = trace.losses(np.linalg.norm(X, axis=1).max())
    steps = STEPS_OF_45_RATES if case["stream"] == "Forest Fires" else len(losses)
    runs = {(name, n): r for n in sizes for name, r in mixtures(losses[:, :n], steps).items()}
    weights = [np.pad(r.weights, ((0, 0), (0, max(sizes) - n))) for (_, n), r in runs.items()]
    every = 10 if case["table"] else len(X)
    steps, alone, mixed = progressive_costs(X, trace, weights, every)
    ends = trace.seen[steps]
    curves = {(f"e{i + 1}", 0): costs for i, costs in enumerate(alone)}
    curves["da", 0] = whole_stream(X, DoublingKCenter(k), ends)
    curves["ol", 0] = whole_stream(X, SequentialKMeans(k), ends)
    curves |= dict(zip(runs, mixed))
    rows = []
    for (name, n), costs in curves.items():
        values = {"mean": costs.mean(), "std": costs.std()} if case["table"] else {}
        values["final"] = costs[-1]
        row = {"method": name, "experts": n} | {m: float(f"{v:.8g}") for m, v in values.items()}
        drawn = n == 6 and name in ("f1", "f5", "la") and case["stream"] == "Forest Fires"
        rows.append(row | (details(name, runs[name, n]) if drawn else {}))
    return rows
