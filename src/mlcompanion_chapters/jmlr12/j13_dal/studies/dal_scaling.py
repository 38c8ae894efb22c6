"""Tomioka, Suzuki and Sugiyama (2011), sections 7.2.3 and 7.2.4: more unknowns, bolder starts.

Settles of chapter jmlr12/13_dal: fig4-scaling and fig56-eta. Times are processor seconds on one
thread to a relative duality gap of 1e-3; run it with one worker on a quiet machine.

``experiment`` "times": DAL with and without intercept, FISTA, OWL-QN and SpaRSA, at most 1,000
steps each: where a rival meets that limit, its time is a lower bound. "starts": both first
proximities at 0.1 of the largest useful penalty, where conjugate gradients stop at the relative
residual ``cg_tol``: 1e-6 is the default of the function that the source names, 1e-2 that of the
package.
"""

from ..dal_protocols import scaling_times, start_work

UNKNOWNS = (4096, 8192, 16384, 32768, 65536)
SIZES = {
    "default": {"m": 64, "unknowns": UNKNOWNS, "draws": 3, "m_starts": 512, "n_starts": 3},
    "paper": {
        "m": 1024,
        "unknowns": (*UNKNOWNS, 131072, 262144, 524288),
        "draws": 10,
        "m_starts": 1024,
        "n_starts": 10,
    },
}


def cases(m, unknowns, draws, m_starts, n_starts):
    """Every size, penalty and draw; the starts at the sizes up to 65,536."""
    times = [
        {"experiment": "times", "share": share, "m": m, "n": n, "seed": seed}
        for n in unknowns
        for share in (0.01, 0.1)
        for seed in range(draws)
    ]
    return times + [
        {"experiment": "starts", "cg_tol": tol, "m": m_starts, "n": n, "seed": seed}
        for n in UNKNOWNS
        for tol in (1e-6, 1e-2)
        for seed in range(n_starts)
    ]


def run(case):
    """The row of a case."""
    m, n, seed = case["m"], case["n"], case["seed"]
    if case["experiment"] == "starts":
        return start_work(m, n, seed, case["cg_tol"])
    return scaling_times(m, n, seed, case["share"])
