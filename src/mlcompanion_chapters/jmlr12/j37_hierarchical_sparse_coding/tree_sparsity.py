"""The experiments of Jenatton et al. (2011), section 5, one case a call.

Three public test images stand in for the source's twelve and for the Berkeley patches, Khan's
tumours for 14_Tumors. Seconds are of the processor.
"""

from functools import cache
from time import process_time
from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_in
from mlcompanion.datasets import load_khan, load_test_image
from mlcompanion.losses import Softmax
from mlcompanion.optimize import DataFit, Quadratic, fista, ista
from mlcompanion.prox import TreeGroups, TreeNorm
from mlcompanion.sparse import TreeDictionaryLearning
from mlcompanion.sparse.tree.tree_lasso import reweighted_least_squares, ward_tree
from mlcompanion.sparse.tree.wavelet_denoising import (
    SHRINKAGES,
    oracle_shrinkage,
    shrink_wavelets,
    universal_lambda,
    wavelet2,
)

__all__ = [
    "PHOTOGRAPHS",
    "atom_frequencies",
    "denoising_psnrs",
    "image_patches",
    "inpainting_errors",
    "learned_atoms",
    "shrinkage_seconds",
    "solver_times",
    "tumour_times",
]

#: Test images of 512 by 512 pixels.
PHOTOGRAPHS = ("camera", "ascent", "aero")
ATOM_BRANCHING = (10, 2, 2, 2)


@cache
def _photograph(name):
    return load_test_image(name).data


@cache
def _quadtree():
    return TreeGroups.quadtree(512, 6)


def _noisy(image, sd, seed):
    clean = _photograph(check_in(image, "image", PHOTOGRAPHS))
    return clean, clean + sd * np.random.default_rng(seed).normal(size=clean.shape)


def denoising_psnrs(image, wavelet, sigma, seed, *, penalties=SHRINKAGES, as_variance=False):
    """Table 1: PSNR of each penalty at the best point of its grid.

    Parameters
    ----------
    image : one of :data:`PHOTOGRAPHS`
    wavelet : {"haar", "db3"}
    sigma : float
        Standard deviation of the noise; its variance if ``as_variance``.
    seed : int
    penalties : sequence of str
    as_variance : bool

    Returns
    -------
    dict
        Decibels by penalty.
    """
    sd = np.sqrt(sigma) if as_variance else sigma
    clean, noisy = (wavelet2(x, wavelet) for x in _noisy(image, sd, seed))
    return {name: oracle_shrinkage(noisy, clean, _quadtree(), sd, name).psnr for name in penalties}


def shrinkage_seconds(image, seed, repeats=5):
    """Seconds of one shrinkage of the 262,144 coefficients of a noisy image, median of some."""
    coefficients = wavelet2(_noisy(image, 25.0, seed)[1])
    found = {}
    lam = universal_lambda(-8, 25.0, coefficients.size)
    for name in ("l1", "tree_l2", "tree_linf"):
        seconds = []
        for _ in range(repeats + 1):  # the first one compiles
            start = process_time()
            shrink_wavelets(coefficients, _quadtree(), lam, name)
            seconds.append(process_time() - start)
        found[name] = float(np.median(seconds[1:]))
    return found


def image_patches(n, size, seed):
    """Random square patches of the photographs, centred, of norm one, without flat ones.

    Returns
    -------
    ndarray, shape (n, size * size)
    """
    rng = np.random.default_rng(seed)
    found = []
    while len(found) < n:
        image = _photograph(PHOTOGRAPHS[rng.integers(3)])
        r, c = rng.integers(0, 512 - size, 2)
        patch = image[r : r + size, c : c + size].ravel()
        patch = patch - patch.mean()
        norm = np.linalg.norm(patch)
        if norm > 2.5 * size:
            found.append(patch / norm)
    return np.array(found)


def atom_frequencies(model, size):
    """Mean spatial frequency of a dictionary's atoms at each depth of its tree, cycles a pixel."""
    radius = np.hypot(*np.meshgrid(np.fft.fftfreq(size), np.fft.fftfreq(size)))
    power = np.abs(np.fft.fft2(model.components_.reshape(-1, size, size))) ** 2
    each = (power * radius).sum(axis=(1, 2)) / power.sum(axis=(1, 2))
    depth = model.tree_.depth
    return np.array([each[depth == d].mean() for d in range(1, depth.max() + 1)])


@cache
def learned_atoms(n_patches=700, n_alternations=5):
    """The dictionary of Figure 7: 151 atoms on a tree of five levels for patches of 16 by 16."""
    model = TreeDictionaryLearning(
        TreeGroups.balanced(ATOM_BRANCHING), 0.05, n_alternations=n_alternations, random_state=0
    )
    return model.fit(image_patches(n_patches, 16, 0))


def _seconds_to(objective, seconds, goal, accuracy):
    """Time at which a run comes within a relative accuracy of the optimum, infinite if never."""
    reached = np.flatnonzero(objective <= goal + accuracy * abs(goal))
    return float(seconds * reached[0] / max(1, len(objective) - 1)) if len(reached) else np.inf


def _clocked(run, *arguments, **options):
    start = process_time()
    found = run(*arguments, **options)
    return found, process_time() - start


def _best_rule(value_and_slope, start, tune, steps, a_grid, b_grid):
    """The subgradient run with the best of the rules a / (k + b) and a / (sqrt(k) + b)."""
    k = np.arange(1, steps + 1)
    rules = [a / (s + b) for s in (k, np.sqrt(k)) for a in a_grid for b in b_grid]
    ends = [_subgradient_run(value_and_slope, start, r[:tune]).objective[-1] for r in rules]
    return _clocked(_subgradient_run, value_and_slope, start, rules[int(np.argmin(ends))])


class _Run(NamedTuple):
    w: np.ndarray  # the last iterate
    objective: np.ndarray  # the least so far


def _subgradient_run(value_and_slope, start, steps):
    """Subgradient steps until they are used up, or the iterate has run away."""
    w = start
    least = np.inf
    objective = []
    for step in np.append(steps, 0.0):
        value, slope = value_and_slope(w)
        least = min(least, value)
        objective.append(least)
        if value > 1e50:
            break
        w = w - step * slope
    return _Run(w, np.array(objective))


def _subgradient_of(smooth, penalty):
    def value_and_slope(w):
        value, slope = smooth.value_and_gradient(w)
        return value + penalty.value(w), slope + penalty.quadratic_weights(w) * w

    return value_and_slope


def _share_lambda(smooth, tree, share):
    """Amount of regularisation at which about so many of the atoms, rather more, are in use."""
    low = 1e-4
    high = 2.0
    zero = np.zeros(tree.n_features)
    for _ in range(16):
        lam = np.sqrt(low * high)
        w = fista(smooth, TreeNorm(tree, lam), zero, restart=True, tol=1e-8, max_iter=2000).w
        low, high = (lam, high) if (w != 0).mean() > share else (low, lam)
    return low


def solver_times(share, seed, *, tune=200, limit=3000, grid=8):
    """Figure 3: seconds to a relative gap of 1e-4 when coding one noisy patch on 151 atoms.

    Parameters
    ----------
    share : float
        Of the atoms in use.
    seed : int
        Of the patch and its noise.
    tune, limit : int
        Subgradient steps for choosing the rule, and in all; ``limit`` also bounds the others.
    grid : int
        Constants of either kind in the search for the step rule, 1e-4 to 1e3 and 1e-2 to 1e5.

    Returns
    -------
    dict
        ``fista``, ``ista``, ``rel2``, ``sg``: seconds, infinite if the accuracy was not reached;
        ``active``, the share of atoms in use at the optimum.
    """
    atoms = learned_atoms()
    tree = atoms.tree_
    zero = np.zeros(len(atoms.components_))
    noise = 0.03 * np.random.default_rng(seed).normal(size=256)
    smooth = Quadratic.from_least_squares(
        atoms.components_.T, image_patches(1, 16, 1000 + seed)[0] + noise
    )
    penalty = TreeNorm(tree, _share_lambda(smooth, tree, share))
    best = fista(smooth, penalty, zero, restart=True, tol=1e-14, max_iter=20_000)
    goal = best.objective[-1]
    options = {"backtracking": True, "growth": 1.5, "tol": 1e-9}
    start = np.ones_like(zero)
    runs = {
        "fista": _clocked(fista, smooth, penalty, zero, max_iter=limit, **options),
        "ista": _clocked(ista, smooth, penalty, zero, max_iter=limit, **options),
        "rel2": _clocked(reweighted_least_squares, smooth, penalty, start, max_iter=300),
        "sg": _best_rule(
            _subgradient_of(smooth, penalty), zero, tune, limit,
            np.logspace(-4, 3, grid), np.logspace(-2, 5, grid),
        ),
    }  # fmt: skip
    found = {k: _seconds_to(run.objective, sec, goal, 1e-4) for k, (run, sec) in runs.items()}
    return found | {"active": float((best.w != 0).mean())}


def tumour_times(lam, *, n_genes=1000, tune=60, limit=1500, grid=4):
    """Figure 4: seconds to a relative gap of 1e-3 for a multinomial classifier of Khan's tumours.

    One group norm over all genes of a cluster and all classes; Ward's clustering of the genes.

    Parameters
    ----------
    lam : float
    n_genes : int
        The most variable ones.
    tune, limit, grid
        As in :func:`solver_times`; the constants are spread over the same ranges.

    Returns
    -------
    dict
        ``fista``, ``ista``, ``sg``: seconds, infinite if the accuracy was not reached;
        ``zeros_fista``, ``zeros_sg``: shares of exact zeros in the solution and in the last
        subgradient iterate.
    """
    khan = load_khan()
    X = khan.data[:, np.argsort(-khan.data.std(axis=0))[:n_genes]]
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    smooth = DataFit(X, np.unique(khan.target, return_inverse=True)[1], Softmax())
    penalty = TreeNorm(ward_tree(X), lam, tied=True)
    zero = np.zeros((X.shape[1], 4))
    best = fista(smooth, penalty, zero, restart=True, backtracking=True, tol=1e-12, max_iter=4000)
    goal = best.objective[-1]
    options = {"backtracking": True, "growth": 1.5, "tol": 1e-7}
    slope = _subgradient_of(smooth, penalty)
    runs = {
        "fista": _clocked(fista, smooth, penalty, zero, max_iter=limit, **options),
        "ista": _clocked(ista, smooth, penalty, zero, max_iter=limit, **options),
        "sg": _best_rule(
            slope, zero, tune, limit, np.logspace(-4, 3, grid), np.logspace(-2, 5, grid)
        ),
    }
    found = {k: _seconds_to(run.objective, sec, goal, 1e-3) for k, (run, sec) in runs.items()}
    zeros = {f"zeros_{k}": (runs[k][0].w == 0).mean() for k in ("fista", "sg")}
    return found | {key: float(value) for key, value in zeros.items()}


def inpainting_errors(branching, seed, *, n=1200, n_val=150, n_test=400, alternations=8):
    """Table 2: missing pixels filled in from a tree of atoms and from as many flat ones.

    Both choose the amount of regularisation, for learning and for coding, on validation patches.

    Parameters
    ----------
    branching : sequence of int
        Of the tree, from the root.
    seed : int
        Of the initial atoms and of the missing pixels.
    n, n_val, n_test : int
        Patches of 8 by 8 to learn from, to choose with, to test on.
    alternations : int
        Between codes and atoms.

    Returns
    -------
    dict
        ``tree``, ``flat``: squared errors times 100, and ``tree_val``, ``flat_val``, those on the
        validation patches; lists over 50, 60, 70, 80 and 90 % missing.
    """
    train, val, test = (image_patches(m, 8, 10 + k) for k, m in enumerate((n, n_val, n_test)))
    tree = TreeGroups.balanced(tuple(branching))
    rng = np.random.default_rng(seed)
    found = {}
    masks = {m: [rng.random(P.shape) > m for P in (val, test)] for m in (0.5, 0.6, 0.7, 0.8, 0.9)}

    def error(model, X, mask, lam):
        filled = model.set_params(lam=lam).inpaint(X, mask)
        return float(100 * ((filled - X) ** 2).sum(axis=1).mean())

    for name, groups in (("tree", tree), ("flat", TreeGroups.flat(tree.n_features))):
        options = {"n_alternations": alternations, "random_state": seed, "tol": 2e-3}
        models = [TreeDictionaryLearning(groups, lam, **options).fit(train) for lam in (0.1, 0.2)]
        found[name] = []
        found[f"{name}_val"] = []
        for val_mask, test_mask in masks.values():
            tried = [
                (error(model, val, val_mask, lam), k, lam)
                for k, model in enumerate(models)
                for lam in (2**-7, 2**-6, 2**-5, 2**-4)
            ]
            least, k, lam = min(tried)
            found[name].append(error(models[k], test, test_mask, lam))
            found[f"{name}_val"].append(least)
    return found
