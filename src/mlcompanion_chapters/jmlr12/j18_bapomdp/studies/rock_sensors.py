"""Ross et al. (2011), Figures 3, 5, 6 and 7: a rover learns its sensor, from four kinds of prior.

Settles of chapter jmlr12/18_bapomdp: fig3-rocksample, fig5-centred-priors, fig6-beta-priors,
fig7-noisy-sensor.

A row holds one run of 100 episodes, as means over tens of episodes of the discounted return, of the
model error at an episode's start and of the largest belief error. No reward for leaving; Figure 3
once more with 10 for it.
"""

from ..rock_runs import rock_decades

WIDTHS = (0, 0.05, 0.1, 0.15, 0.2, 0.25)
TRUST = (2, 4, 8, 16)
ERRORS = (0, 0.1, 0.2, 0.3)
SIZES = {
    "default": {"runs": 20, "episodes": 100},
    "paper": {"runs": 100, "episodes": 100},
}


def settings():
    """What is run with every seed: prior, its value, the sensor's error, exit, filter."""
    found = [
        {"prior": prior, "value": 0, "error": -1, "exit": leave, "filter": name}
        for leave in (0, 10)
        for prior, name in (
            ("known", "exact"), ("vague", "most probable"), ("vague", "weighted distance")
        )
    ]  # fmt: skip
    common = {"exit": 0, "filter": "most probable"}
    found += [{"prior": "centred", "value": eps, "error": -1, **common} for eps in WIDTHS]
    found += [{"prior": "beta", "value": k, "error": -1, **common} for k in TRUST]
    for eps in ERRORS:
        found.append({"prior": "vague", "value": 0, "error": eps, **common})
        found.append({"prior": "known", "value": 0, "error": eps, "exit": 0, "filter": "exact"})
    return found


def cases(runs, episodes):
    """One case for each run and setting."""
    return [
        {**setting, "particles": 16, "episodes": episodes, "seed": seed}
        for seed in range(runs)
        for setting in settings()
    ]


def run(case):
    """The row of a run."""
    return rock_decades(case)
