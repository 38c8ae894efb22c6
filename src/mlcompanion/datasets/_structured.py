"""Regressions whose coefficients have structure: overlapping groups, outputs on a graph.

Chen (2013), sections 3.5.1 and 3.5.2.
"""

from typing import NamedTuple

import numpy as np
from scipy.special import ndtri

from mlcompanion._validation import check_array, check_count, check_real, check_rng

__all__ = [
    "AssociationData",
    "OverlappingGroupData",
    "make_association",
    "make_genotypes",
    "make_overlapping_groups",
    "make_pathways",
]


class OverlappingGroupData(NamedTuple):
    """What :func:`make_overlapping_groups` returns.

    Attributes
    ----------
    X : ndarray of shape (n_samples, n_features)
    y : ndarray of shape (n_samples,)
    coef : ndarray of shape (n_features,)
        True coefficients.
    groups : list of int ndarray
    """

    X: np.ndarray
    y: np.ndarray
    coef: np.ndarray
    groups: list


def make_overlapping_groups(
    n_groups=10, n_samples=1000, group_size=100, overlap=10, noise=1.0, random_state=None
):
    r"""Gaussian inputs, and a chain of groups that overlap with their neighbours.

    :math:`w_j=(-1)^je^{-(j-1)/100}` for j = 1, 2, ..., and :math:`y=Xw+\varepsilon`.

    Parameters
    ----------
    n_groups, n_samples, group_size, overlap : int
        There are ``n_groups * (group_size - overlap) + overlap`` features.
    noise : float
        Standard deviation of the noise; the thesis says 1.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    OverlappingGroupData

    Raises
    ------
    ValueError
        If the overlap is not smaller than a group, or a size is out of range.

    Notes
    -----
    Source: Chen (2013), section 3.5.1.
    """
    n = check_count(n_samples, "n_samples", low=1)
    size = check_count(group_size, "group_size", low=1)
    overlap = check_count(overlap, "overlap", low=0, high=size - 1)
    n_groups = check_count(n_groups, "n_groups", low=1)
    noise = check_real(noise, "noise", low=0)
    groups = [np.arange(size) + g * (size - overlap) for g in range(n_groups)]
    d = groups[-1][-1] + 1
    rng = check_rng(random_state)
    j = np.arange(1, d + 1)
    coef = (-1.0) ** j * np.exp(-(j - 1) / 100)
    X = rng.normal(size=(n, d))
    return OverlappingGroupData(X, X @ coef + noise * rng.normal(size=n), coef, groups)


def make_genotypes(n_parents=60, n_children=40, n_features=30, linkage=0.5, random_state=None):
    r"""Minor-allele counts 0, 1, 2 of a population and of children of its random couples.

    Each of a parent's two chromosomes is a thresholded Gaussian sequence with autocorrelation
    ``linkage`` between neighbours; minor allele frequencies are uniform on [0.1, 0.5]. A child gets
    one allele of each of two parents, independently at every position.

    Parameters
    ----------
    n_parents, n_children, n_features : int
    linkage : float in [0, 1)
    random_state : int, Generator, RandomState or None

    Returns
    -------
    ndarray of shape (n_parents + n_children, n_features)

    Raises
    ------
    ValueError
        If a count or the linkage is out of range.

    Notes
    -----
    Stands in for the HapMap genotypes of Chen (2013), section 3.5.2.
    """
    n = check_count(n_parents, "n_parents", low=2)
    d = check_count(n_features, "n_features", low=1)
    n_children = check_count(n_children, "n_children", low=0)
    linkage = check_real(linkage, "linkage", low=0, high=1, open_high=True)
    rng = check_rng(random_state)
    frequency = rng.uniform(0.1, 0.5, d)
    latent = rng.normal(size=(n, 2, d))
    for j in range(1, d):
        # the variance stays 1
        latent[..., j] = linkage * latent[..., j - 1] + np.sqrt(1 - linkage**2) * latent[..., j]
    alleles = latent > ndtri(1 - frequency)  # as often as the frequency says
    couples = np.array([rng.choice(n, 2, replace=False) for _ in range(n_children)]).reshape(-1, 2)
    strand = rng.integers(2, size=(n_children, 2, d))  # which of a parent's two is handed on
    given = np.take_along_axis(alleles[couples], strand[:, :, None, :], axis=2)[:, :, 0]
    return np.concatenate([alleles.sum(axis=1), given.sum(axis=1)]).astype(float)


class AssociationData(NamedTuple):
    """What :func:`make_association` returns.

    Attributes
    ----------
    X : ndarray of shape (n_samples, n_features)
        Genotypes 0, 1, 2.
    Y : ndarray of shape (n_samples, n_outputs)
        Traits.
    coef : ndarray of shape (n_features, n_outputs)
    blocks : int ndarray of shape (n_outputs,)
        Block of correlated traits of each output.
    """

    X: np.ndarray
    Y: np.ndarray
    coef: np.ndarray
    blocks: np.ndarray


def make_association(
    blocks=(3, 3, 4),
    n_features=30,
    n_samples=100,
    effect=0.8,
    shares=(0.1, 0.05, 0.01),
    noise=1.0,
    random_state=None,
):
    """Traits in blocks that share their causes among the genotypes.

    Every block of outputs gets a share ``shares[0]`` of the inputs, every two consecutive blocks
    a share ``shares[1]`` in common, every three ``shares[2]``; at least one input each where the
    share is positive and there are two blocks or more. All non-zero coefficients are ``effect``.

    Parameters
    ----------
    blocks : sequence of int
        Sizes.
    n_features, n_samples : int
        Three in five samples are parents, the others their children.
    effect : float
    shares : (float, float, float)
    noise : float
        Standard deviation.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    AssociationData

    Raises
    ------
    ValueError
        If a size is out of range.

    Notes
    -----
    Source: Chen (2013), section 3.5.2, whose first experiment does not give the shares.
    """
    sizes = check_array(blocks, "blocks", ndim=1, min_rows=1, dtype=int, low=1)
    shares = check_array(shares, "shares", ndim=1, min_rows=1, low=0, high=1)
    effect = check_real(effect, "effect")
    n = check_count(n_samples, "n_samples", low=4)
    noise = check_real(noise, "noise", low=0)
    rng = check_rng(random_state)
    n_parents = (3 * n) // 5
    X = make_genotypes(n_parents, n - n_parents, n_features, random_state=rng)
    block_of = np.repeat(np.arange(len(sizes)), sizes)
    coef = np.zeros((n_features, len(block_of)))
    for width, share in enumerate(shares, start=1):
        chosen = 0 if share == 0 else max(1, round(share * n_features))
        for first in range(len(sizes) - width + 1):
            outputs = (block_of >= first) & (block_of < first + width)
            coef[np.ix_(rng.choice(n_features, chosen, replace=False), outputs)] = effect
    Y = X @ coef + noise * rng.normal(size=(n, len(block_of)))
    return AssociationData(X, Y, coef, block_of)


def make_pathways(
    n_samples=200, n_pathways=60, size=20, shared=8, n_active=4, signal=0.35, random_state=None
):
    r"""Two classes of tumours, and genes that act by pathways.

    A gene is noise plus 0.7 times the activity of each pathway that it is in; neighbouring
    pathways share genes. In ``n_active`` pathways all genes have random coefficients of standard
    deviation ``signal``; the class is the sign of :math:`Xw+\varepsilon`.

    Parameters
    ----------
    n_samples, n_pathways, size, shared, n_active : int
        There are ``n_pathways * (size - shared) + shared`` genes.
    signal : float
    random_state : int, Generator, RandomState or None

    Returns
    -------
    OverlappingGroupData
        ``y`` holds -1 and 1.

    Raises
    ------
    ValueError
        If a size is out of range.

    Notes
    -----
    Stands in for the breast-cancer data of Chen (2013), section 3.5.3.
    """
    n = check_count(n_samples, "n_samples", low=1)
    size = check_count(size, "size", low=1)
    shared = check_count(shared, "shared", low=0, high=size - 1)
    n_pathways = check_count(n_pathways, "n_pathways", low=1)
    n_active = check_count(n_active, "n_active", low=0, high=n_pathways)
    signal = check_real(signal, "signal", low=0)
    rng = check_rng(random_state)
    groups = [np.arange(size) + g * (size - shared) for g in range(n_pathways)]
    d = groups[-1][-1] + 1
    coef = np.zeros(d)
    X = rng.normal(size=(n, d))
    for g in rng.choice(n_pathways, n_active, replace=False):
        coef[groups[g]] += signal * rng.normal(size=size)
    for members in groups:
        X[:, members] += 0.7 * rng.normal(size=(n, 1))
    y = np.where(X @ coef + rng.normal(size=n) >= 0, 1.0, -1.0)
    return OverlappingGroupData(X, y, coef, groups)
