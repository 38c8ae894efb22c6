"""What the page reads off the stored studies, in the order in which the ledger asks for it."""

import numpy as np

__all__ = ["of_genes", "of_ocean", "of_schools", "of_sweep", "of_times", "of_toy"]

METHODS = ("full", "dtc", "fitc", "pitc")
SCHOOL_MODELS = ("separate", "icm-1", "icm-2", "icm-5", "slfm-2", "slfm-5", "blurred")


def of_toy(study, score, method):
    """Means over the repeats of a score of the four outputs; errors come times 100."""
    factor = 100 if score == "error" else 1
    return [
        factor * float(np.mean(study.column(f"{score}_{d}", experiment="train", method=method)))
        for d in (1, 2, 3, 4)
    ]


def of_sweep(study):
    """Losses over the full process's by method and K, and PITC's share of nearest likelihoods.

    Returns
    -------
    gaps : dict
        ``method, K`` to an array with one entry a draw.
    nearest : float
    """
    counts = sorted({int(K) for K in study.column("K", experiment="sweep")} - {0})

    def read(what, method, K):
        return study.column(what, experiment="sweep", method=method, K=K)

    base = {what: read(what, "full", 0) for what in ("loss", "likelihood")}
    pairs = [(method, K) for method in METHODS[1:] for K in counts]
    gaps = {pair: read("loss", *pair) - base["loss"] for pair in pairs}
    off = {pair: np.abs(read("likelihood", *pair) - base["likelihood"]) for pair in pairs}
    nearest = [off["pitc", K] <= np.minimum(off["dtc", K], off["fitc", K]) for K in counts]
    return gaps, float(np.mean(nearest))


def of_times(study):
    """Seconds a step of the toy, by method; and by method for each D, with the sizes."""
    toy = [float(study.column("step", experiment="toy", method=m)[0]) for m in METHODS]
    sizes = sorted({int(D) for D in study.column("D", experiment="growth")})
    growth = {
        m: [float(study.column("step", experiment="growth", method=m, D=D)[0]) for D in sizes]
        for m in METHODS
    }
    return toy, sizes, growth


def of_genes(study):
    """Differences of mixed and blurred over the repeats, for both directions.

    Returns
    -------
    dict
        ``missed`` and ``loss``: two arrays each, mixed minus blurred, one entry a repeat.
    """
    found = {}
    for score in ("missed", "loss"):
        found[score] = [
            study.column(score, experiment="genes", model="mixed", direction=way)
            - study.column(score, experiment="genes", model="blurred", direction=way)
            for way in (0, 1)
        ]
    return found


def of_schools(study):
    """Explained variance: means of the seven models, and of three approximations."""
    means = {
        name: float(np.mean(study.column("explained", experiment="schools", model=name)))
        for name in (*SCHOOL_MODELS, *METHODS[1:])
    }
    return [means[name] for name in SCHOOL_MODELS], [means[name] for name in METHODS[1:]]


def of_ocean(study):
    """Errors of the full models by restart; errors and losses of the approximations by K."""
    rows = [row for row in study.rows if row["experiment"] == "ocean"]
    counts = sorted({int(row["K"]) for row in rows if row.get("K")})
    whole = {
        name: [row["missed"] for row in rows if row["model"] == name]
        for name in ("separate", "icm", "slfm", "blurred")
    }
    sparse = {
        (score, method): [
            float(np.mean([r[score] for r in rows if r["model"] == method and r["K"] == K]))
            for K in counts
        ]
        for score in ("missed", "loss")
        for method in METHODS[1:]
    }
    return whole, counts, sparse
