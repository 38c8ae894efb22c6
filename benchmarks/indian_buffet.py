"""Collapsed Gibbs sampling for binary features: rank-one updates against Eq. 26 from scratch.

Both methods use the same random numbers, so that their draws must be equal; that is asserted.
"""

from _race import equal, least, row
from mlcompanion.bayes import gibbs_sweep
from mlcompanion.datasets import make_feature_images

TITLE = "Gibbs sampling of an Indian buffet"
CHAPTER = "jmlr12/02_indian_buffet"
SWEEPS = 5


def sweeps(X, Z, method):
    """The matrix after some sweeps."""
    for seed in range(SWEEPS):
        Z = gibbs_sweep(X, Z, 1.0, 0.5, 1.0, method=method, random_state=seed)
    return Z


def rows():
    """Three sizes; seconds a sweep."""
    for n in (50, 100, 200):
        images = make_feature_images(n, random_state=0)
        sweeps(images.data, images.Z, "rank_one")  # compile
        quick, Z = least(lambda i=images: sweeps(i.data, i.Z, "rank_one"))
        slow, other = least(lambda i=images: sweeps(i.data, i.Z, "naive"), 1)
        equal(rtol=0)(Z, other)
        size = f"N = {n}, 36 pixels"
        name = "Eq. 26 from scratch, NumPy"
        yield row("IBP Gibbs sweep", size, quick / SWEEPS, name, slow / SWEEPS, "identical draws")
