"""Choromanska (2014), Section 5.2.2: Lemmas 8 to 10 and Theorems 11 to 13 on a line.

Settles of chapter choromanska/05_online_kmeans: thm11-13-approximation. A case is a stream of 100
to 200 points on a line, stationary (even seeds) or drifting (odd ones), with an exact expert and
one or two heuristic ones on windows of 10, 20 or 40 points that contain the current one. A row
holds the least margins of the inequalities (negative: violated), and the summed costs of the exact
expert over W times the optimum. Four cases of another kind compute Lemma 8's construction.
"""

from ..expert_bounds import (
    line_windows,
    newest_point_ratio,
)

SIZES = {"default": {"streams": 40}, "paper": {"streams": 400}}


def cases(streams):
    """Streams, then the constructions."""
    return [{"experiment": "stream", "seed": seed} for seed in range(streams)] + [
        {"experiment": "newest point", "b": b} for b in (2, 3, 5, 9)
    ]


def run(case):
    """Margins of a stream, or the ratio of a construction."""
    if case["experiment"] == "stream":
        return line_windows(case["seed"])
    return {"forced": newest_point_ratio(case["b"])}
