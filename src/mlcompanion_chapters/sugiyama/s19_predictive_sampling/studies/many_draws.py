"""Sugiyama (2016), chapter 19: the listings at ten million draws, and a predictive density.

Settles of chapter sugiyama/19_predictive_sampling: fig19-2-pi, fig19-3-importance,
importance-proxy-choice, predictive-by-sampling.

*pi*: estimate of the program of Fig. 19.2, a seed a case; *pi_error*: root-mean-square error of 200
estimates at one n. *importance*: estimate of the program of Fig. 19.3. *proxy*: median absolute
error of repeated estimates with one proxy and one n. *predictive*: distance of three samplers'
predictive densities to Student's, for three numbers.
"""

import numpy as np

from ..draws import WIDTHS, by_proxy, pi_estimate
from ..posterior import predictive_case

SLOPE_SIZES = (100, 1000, 10_000, 100_000)
SIZES = {"default": {"share": 1.0}, "paper": {"share": 1.0}}


def cases(share):
    """One case for each estimate, or for each error over repeats."""
    large = max(int(10_000_000 * share), 1000)
    made = [{"experiment": "pi", "n": large, "seed": seed} for seed in range(10)]
    made += [{"experiment": "importance", "n": large, "seed": seed} for seed in range(10)]
    for n in SLOPE_SIZES:
        made.append({"experiment": "pi_error", "n": n, "repeats": max(int(200 * share), 5)})
    repeats = max(int(400 * share), 5)
    proxies = [(s, 10_000, repeats) for s in WIDTHS]
    proxies += [(1.0, 1000, repeats), (1.0, 1_000_000, max(repeats // 10, 3))]
    made += [{"experiment": "proxy", "s": s, "n": n, "repeats": r} for s, n, r in proxies]
    draws = max(int(500_000 * share), 1000)
    made += [{"experiment": "predictive", "draws": draws, "seed": seed} for seed in range(5)]
    return made


def run(case):
    """The row of a case."""
    kind = case["experiment"]
    if kind == "pi":
        return {"estimate": float(pi_estimate(case["n"], case["seed"]))}
    if kind == "importance":
        found = by_proxy(case["n"], 3.0, case["seed"])
        return {"estimate": float(found.value), "effective": found.effective_size / case["n"]}
    if kind == "pi_error":
        seeds = range(case["repeats"])
        errors = [pi_estimate(case["n"], 1000 + seed) - np.pi for seed in seeds]
        return {"miss": float(np.sqrt(np.mean(np.square(errors))))}
    if kind == "proxy":
        seeds = range(case["repeats"])
        errors = [abs(by_proxy(case["n"], case["s"], 1000 + seed).value - 2) for seed in seeds]
        return {"miss": float(np.median(errors))}
    return {
        name: float(value) for name, value in predictive_case(case["seed"], case["draws"]).items()
    }
