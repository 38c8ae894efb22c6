"""Collapsed Gibbs sampling for binary features: rank-one updates against Eq. 26 from scratch.

Both methods use the same random numbers, so that their draws must be equal; that is asserted.
Run ``python benchmarks/indian_buffet.py``. Times are printed, never asserted.
"""

from time import perf_counter

import numpy as np

from mlcompanion.bayes import gibbs_sweep
from mlcompanion.datasets import make_feature_images

SWEEPS = 5


def seconds(X, Z, method):
    """Seconds a sweep, and the last matrix."""
    start = perf_counter()
    for seed in range(SWEEPS):
        Z = gibbs_sweep(X, Z, 1.0, 0.5, 1.0, method=method, random_state=seed)
    return (perf_counter() - start) / SWEEPS, Z


def main():
    """Run the race; print a table and return its rows."""
    rows = []
    for n in (50, 100, 200):
        images = make_feature_images(n, random_state=0)
        seconds(images.data, images.Z, "rank_one")  # compile
        quick, Z = seconds(images.data, images.Z, "rank_one")
        slow, same = seconds(images.data, images.Z, "naive")
        assert np.array_equal(Z, same)
        rows.append(
            {
                "race": "IBP Gibbs sweep",
                "size": f"N = {n}, 36 pixels",
                "ours_s": quick,
                "peer": "Eq. 26 from scratch",
                "peer_s": slow,
                "ratio": slow / quick,
                "note": "identical draws",
            }
        )
        print(f"N = {n}: {quick * 1e3:.1f} ms against {slow * 1e3:.0f} ms, x{slow / quick:.0f}")
    return rows


if __name__ == "__main__":
    main()
