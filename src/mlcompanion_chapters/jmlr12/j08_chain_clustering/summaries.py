"""Medians of the stored studies, and what the claims ask of them."""

import numpy as np

from mlcompanion.teaching import log_slope

__all__ = [
    "cost_slopes",
    "large_input",
    "median_index",
    "p_values",
    "real_errors",
    "rivals",
    "settling",
    "starts",
    "wrong_number",
]

ITEMS = (10, 20, 50, 100)
GROUPS = (2, 6, 10)
LENGTHS = tuple(range(3, 10))
SETS = ("sushi", "mlens", "dublin", "msnbc")


def median_index(study, method, **where):
    """Median adjusted Rand index of a method in one cell."""
    return float(np.median(study.column(method, **where)))


def starts(study):
    """Measures of Figure 1, and the medians themselves by start, shape (m, k, length)."""
    median = {
        name: np.array(
            [
                [[median_index(study, name, m=m, k=k, length=at) for at in LENGTHS] for k in GROUPS]
                for m in ITEMS
            ]
        )
        for name in ("rnd", "gr", "hs")
    }
    hs = median["hs"]
    worse = (hs < median["rnd"] - 0.05) | (median["gr"] < median["rnd"] - 0.05)
    by_length = hs.mean(axis=2)
    measures = {
        "end": np.maximum(hs, median["gr"])[..., -1].ravel(),
        "falls": int(np.sum(np.diff(hs, axis=2) < -0.05)),
        "steps": int(np.diff(hs, axis=2).size),
        "m_harder": -np.diff(by_length, axis=0).ravel(),
        "k_harder": -np.diff(by_length, axis=1).ravel(),
        "hs_gain": float(np.mean(hs - median["rnd"])),
        "gr_gain": float(np.mean(median["gr"] - median["rnd"])),
        "start_bad": float(worse.mean()),
    }
    return measures, median


def rivals(small, large):
    """Measures of Figure 2: chain k-means against the rivals at n = 2,000 and 20,000."""

    def three(study, **where):
        return [median_index(study, name, **where) for name in ("hs", "ebc", "tmse")]

    many = [three(small, m=100, k=k, length=at) for k in (6, 10) for at in (4, 5, 6)]
    few = [three(small, m=10, k=k, length=at) for k in (6, 10) for at in (3, 4, 5)]
    cells = ((2, 4), (6, 6))
    near = [three(small, m=100, k=k, length=at) for k, at in cells]
    far = [three(large, experiment="large", k=k, length=at) for k, at in cells]
    return {
        "d100": [hs - min(others) for hs, *others in many],
        "d10": [hs - max(others) for hs, *others in few],
        "gap": [max(others) - hs for hs, *others in near],
        "gap_big": [max(others) - hs for hs, *others in far],
        "gain": [after[0] - before[0] for before, after in zip(near, far)],
    }


def large_input(study):
    """Medians of Table 2, a list of two for each method."""
    cells = ((2, 4), (6, 6))
    return {
        name: [median_index(study, name, experiment="large", k=k, length=at) for k, at in cells]
        for name in ("ebc", "tmse", "hs")
    }


def wrong_number(study):
    """Measures of Figure 3, and the medians, shape (length, k) for each method."""
    median = {
        name: np.array(
            [
                [
                    median_index(study, name, experiment="wrong", k=k, length=at)
                    for k in range(2, 11)
                ]
                for at in (4, 5, 6)
            ]
        )
        for name in ("hs", "ebc", "tmse")
    }
    stacked = np.array(list(median.values()))
    measures = {
        "lead": (median["hs"] - (median["ebc"] + median["tmse"]) / 2).mean(axis=1),
        "spread": np.ptp(stacked, axis=0).mean(axis=1),
        "best4": float(stacked[:, 0].max()),
    }
    return measures, median


def real_errors(study):
    """Measures of Figures 4 and 5, and the medians by measure, set and k (those that were run)."""

    def medians(name, kind):
        ks = sorted({row["k"] for row in study.rows if row["experiment"] == kind})
        return {
            s: {k: float(np.median(study.column(name, experiment=kind, set=s, k=k))) for k in ks}
            for s in SETS
        }

    median = {
        name: medians(name, "methods")
        for name in ("ours_pairs", "tmse_pairs", "ours_order", "tmse_order")
    }
    median |= {name: medians(name, "maps") for name in ("hypersphere", "graph")}

    def share(better, worse, sets):
        return float(
            np.mean([median[better][s][k] < at for s in sets for k, at in worse[s].items()])
        )

    least_map = {
        s: {k: min(at, median["graph"][s][k]) for k, at in median["hypersphere"][s].items()}
        for s in SETS
    }
    many, few = SETS[:2], SETS[2:]
    measures = {
        "small_wins": share("ours_pairs", median["tmse_pairs"], few),
        "large_wins": share("tmse_pairs", median["ours_pairs"], many),
        "small_wins_own": share("ours_order", median["tmse_order"], few),
        "large_wins_own": share("tmse_order", median["ours_order"], many),
        "map_worse": share("ours_pairs", least_map, SETS),
    }
    return measures, median


def settling(study):
    """Measures of Figure 6: steps to 95 % of the level in millions, change at the end, counts."""
    reached = []
    tail = []
    for name in SETS:
        shift = study.column("shift", set=name)
        steps = study.column("steps", set=name)
        tenth = len(shift) // 10
        level = shift[-tenth:].mean()
        reached.append(float(steps[np.argmax(shift >= 0.95 * level)] / 1e6))
        tail.append(float(level / shift[-2 * tenth : -tenth].mean() - 1))
    kept = bool(all(study.column("kept")))
    return {"s": reached, "tail": tail, "counts_kept": kept}


def p_values(study, method):
    """Empirical p-values of Figure 7, one a set, and how many copies they rest on."""
    found = []
    for name in SETS:
        null = study.column(method, experiment="copies", set=name)
        error = np.median(study.column(method, experiment="data", set=name))
        found.append(float((np.sum(null <= error) + 1) / (len(null) + 1)))
    return found, len(null)


def cost_slopes(study):
    """Slopes of log seconds, from medians over draws."""

    def slope(column, varied):
        sizes = sorted({row[varied] for row in study.rows if row["varied"] == varied})
        taken = [np.median(study.column(column, varied=varied, **{varied: s})) for s in sizes]
        return float(log_slope(sizes, taken))

    return {
        "lloyd": [slope("round_s", varied) for varied in ("n", "k", "length")],
        "swap_n": slope("swap_s", "n"),
        "swap_m": slope("swap_s", "m"),
    }
