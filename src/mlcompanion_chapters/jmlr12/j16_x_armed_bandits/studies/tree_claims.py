"""Bubeck et al. (2011): chains, truncation, visits, restarts, bumps, and Fig. 2 beside its theory.

Settles of chapter jmlr12/16_x_armed_bandits: fig2-trees, overestimated-smoothness-stuck,
truncated-hoo, few-visits-to-bad-nodes, local-hoo, lower-bound and fig2-outside-theory. The paper's
size is that of the claims; the default has fewer rounds of the chain and of the restarts, and fewer
runs on each bump; plain HOO, whose cost is quadratic, does not meet all bumps at n = 10,000 there.
"""

from mlcompanion.bandits.trees import wavy_payoff

from ..tree_runs import (
    BASIC_SIZES,
    STRATEGIES,
    TRUNCATED_SIZES,
    bump_regrets,
    chain_found,
    local_checkpoints,
    local_regrets,
    refinement,
    regrets,
    seconds_of,
    visits_against_bound,
)

SEEDS, VISIT_RUNS, DROPS = 20, 100, list(range(12, 21))
SIZES = {
    "default": {"chain": 200_000, "last": 20, "bump_runs": 20, "slow_runs": 0},
    "paper": {"chain": 1_000_000, "last": 21, "bump_runs": 50, "slow_runs": 50},
}


def cases(chain, last, bump_runs, slow_runs):
    """One case for each run that stands alone."""
    found = [{"experiment": "trees", "n": n, "repeats": SEEDS} for n in (1000, 10_000)]
    found += [
        {"experiment": "chain", "nu1": nu1, "n": chain, "levels": 16, "repeats": SEEDS}
        for nu1 in (0.0, 2.0**15)
    ]
    found += [
        {"experiment": "waves", "n": n, "truncated": truncated, "nu1": nu1, "repeats": SEEDS}
        for n, truncated, nu1 in (
            (1000, False, 1.0), (1000, True, 1.0), (10_000, False, 1.0), (10_000, True, 1.0),
            (10_000, False, 14.0),
        )
    ]  # fmt: skip
    timed = [(n, False) for n in BASIC_SIZES] + [(n, True) for n in TRUNCATED_SIZES]
    found += [
        {"experiment": "seconds", "n": n, "truncated": truncated, "repeats": 5}
        for n, truncated in timed
    ]
    found.append({"experiment": "visits", "n": 10_000, "depth": 8, "repeats": VISIT_RUNS})
    found += [{"experiment": "local", "last": last, "seed": seed} for seed in range(SEEDS)]
    bumps = [
        {"experiment": "bumps", "strategy": strategy, "n": n,
         "repeats": slow_runs if (strategy, n) == ("HOO", 10_000) else bump_runs}
        for strategy in reversed(STRATEGIES)  # the one with a quadratic cost last
        for n in (1000, 10_000)
    ]  # fmt: skip
    return found + [case for case in bumps if case["repeats"] > 0]


def run(case):
    """The row of a case."""
    kind, n, repeats = case["experiment"], case.get("n"), case.get("repeats")
    if kind == "chain":
        return {"found": chain_found(case["nu1"], n, case["levels"], repeats)}
    if kind == "trees":
        density, deep = refinement(n, range(repeats))
        return {"density": density, "deep": deep}
    if kind == "waves":
        horizon = n if case["truncated"] else None
        found = regrets(wavy_payoff(), n, range(repeats), nu1=case["nu1"], horizon=horizon)
        return {"regret": found.tolist()}
    if kind == "seconds":
        return {"spent": seconds_of(n, case["truncated"], repeats)}
    if kind == "visits":
        return visits_against_bound(n, case["depth"], repeats)
    if kind == "local":
        drops = [r for r in DROPS if r <= case["last"]]
        rounds = local_checkpoints(case["last"], drops)
        found = local_regrets(case["last"], drops, case["seed"])
        return {"rounds": rounds.tolist(), "regret": found.tolist()}
    return {"regret": bump_regrets(case["strategy"], n, repeats)}
