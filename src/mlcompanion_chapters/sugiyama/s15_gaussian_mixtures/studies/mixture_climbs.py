"""Sugiyama (2016), chapter 15: step sizes, restarts, and whether EM ends in a local maximum.

Settles of chapter sugiyama/15_gaussian_mixtures: fig15-5-step-size, restarts, em-local-optimum.

*steps*: one data set of the listing with one start; for each step size ``steps_k`` steps to come
within 0.1 of EM's log-likelihood (the limit if never); from there, where these are fewer than
2,000, ten times as many for the best that is reached. *restarts*: one data set, fifty starts, EM to
a gain below 1e-8. *optimum*: one start; EM to a gradient below 1e-8 of the log-likelihood, then
small steps in random directions and in the leading direction of the second derivatives (logits,
means, Cholesky factors).
"""

from ..climbs import EXPERIMENTS

M_OPTIMUM = (2, 3, 5)
SIZES = {
    "default": {"limit": 20_000, "share": 1.0},
    "paper": {"limit": 100_000, "share": 1.0},
}


def cases(limit, share):
    """One case for each data set or start; ``limit`` of the plain steps, ``share`` of the rest."""
    made = [{"experiment": "steps", "seed": seed, "limit": limit} for seed in range(20)]
    starts = max(10, round(50 * share))
    made += [
        {"experiment": "restarts", "seed": seed, "m": 5, "starts": starts} for seed in range(5)
    ]
    for start, count in (("random", 100), ("same", 20)):
        made += [
            {
                "experiment": "optimum",
                "start": start,
                "seed": seed,
                "m": M_OPTIMUM[seed % 3],
                "data": "bells" if seed % 2 else "random",
                "directions": max(10, round(1000 * share)),
            }
            for seed in range(count)
        ]
    return made


def run(case):
    """The row of a case."""
    row = EXPERIMENTS[case["experiment"]](case)
    return {name: float(value) for name, value in row.items()}
