"""Tan, Anandkumar, Willsky (2011): errors of the thresholded tree over thousands of data sets.

Settles of chapter jmlr12/15_markov_forests: fig3-best-beta, fig4-two-errors, thm5-log-d,
thm8-risk, cor6-extremes, own-order-turned, erratum-cor6.

*star*: shares of errors at one n and one exponent, on stars of 50 edges among 101 variables; one
set of trees serves all exponents. *chain*: share of wrong trees on chains of d variables.
*risk*: share of learned laws too far from a short chain. *extremes* and *turned*: share of wrong
edge sets on stars of k edges, false or lost edges in the lead. *apart*: share of data sets in which
a pair of different trees looks like an edge.
"""

from functools import lru_cache

from mlcompanion.graphical.forests import error_shares

from ..small_chains import LAWS, exceeding_share
from ..stars import BETAS, apart_share, chain_error, star_runs, wrong_share

SIZES = {"default": {"share": 1.0}, "paper": {"share": 1.0}}
CHAINS = (10, 20, 40, 80, 160, 320)
CHAIN_SIZES = tuple(range(40, 191, 10))
LEVEL = {3: 0.01, 5: 0.008}
SHAPES = (("star", 9), ("star", 10), ("pairs", 10))


def cases(share):
    """One case for each share that is reported."""
    many = max(int(2000 * share), 10)
    made = [
        {"experiment": "star", "n": n, "beta": float(beta), "repeats": many}
        for n in range(100, 1001, 100)
        for beta in BETAS
    ]
    made += [
        {"experiment": "chain", "d": d, "n": n, "repeats": max(int(400 * share), 10)}
        for d in CHAINS
        for n in CHAIN_SIZES
    ]
    made += [
        {"experiment": "risk", "law": law, "n": n, "repeats": max(int(100_000 * share), 10)}
        for law in LAWS
        for n in (150, 200, 300, 400)
    ]
    most = max(int(20_000 * share), 10)
    made += [{"experiment": "extremes", "k": k, "repeats": most} for k in (0, 5, 10, 15, 19)]
    made += [{"experiment": "turned", "k": k, "repeats": many} for k in (0, 10, 20, 30, 39)]
    made += [
        {"experiment": "apart", "shape": shape, "k": k, "n": n, "repeats": most}
        for n in (600, 1200)
        for shape, k in SHAPES
    ]
    return made


@lru_cache(maxsize=1)
def _stars(n, repeats):
    """The runs of one n, kept while its exponents are asked for."""
    return star_runs(n, 101, 50, repeats)


def run(case):
    """The row of a case."""
    kind = case["experiment"]
    repeats = case["repeats"]
    if kind == "star":
        n = case["n"]
        shares = error_shares(_stars(n, repeats), [n ** -case["beta"]])
        return {
            "wrong": float(shares.wrong[0]),
            "too_many": float(shares.too_many[0]),
            "too_few": float(shares.too_few[0]),
            "disorder": shares.disorder,
        }
    if kind == "chain":
        return {"wrong": chain_error(case["n"], case["d"], repeats)}
    if kind == "risk":
        level = LEVEL[LAWS[case["law"]][0]]
        return {"wrong": exceeding_share(case["law"], case["n"], repeats, level)}
    if kind == "apart":
        return {"wrong": apart_share(case["shape"], case["n"], 20, case["k"], repeats)}
    n, d, beta = (600, 20, 0.75) if kind == "extremes" else (200, 40, 0.6)
    found = wrong_share(star_runs(n, d, case["k"], repeats, seed=1), n, beta)
    return dict(zip(("wrong", "scatter", "too_few"), found))
