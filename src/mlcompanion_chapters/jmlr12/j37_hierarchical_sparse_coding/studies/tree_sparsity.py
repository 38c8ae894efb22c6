"""Jenatton et al. (2011), section 5: what takes minutes on a page, and what is timed.

Settles of chapter jmlr12/37_hierarchical_sparse_coding: table1-gains and erratum-haar-l1
(``denoise``), erratum-variance (``denoise``, ``variance``), prox-cost (``prox``), fig3-solvers
(``solvers``), fig4-multiclass (``tumours``), table2-inpainting and fig6-sizes (``inpaint``) and
lemma8-linear-time (``linear``).
"""

from mlcompanion_chapters.jmlr12.j37_hierarchical_sparse_coding import tree_prox, tree_sparsity

SIGMAS = (5, 10, 25, 50, 100)
SIZES = {
    "default": {"draws": 2, "patch_runs": 4, "branchings": 4, "tune": 200, "grid": 8},
    "paper": {"draws": 5, "patch_runs": 4, "branchings": 14, "tune": 500, "grid": 8},
}
#: First branching of trees of depth three: 16, 31, 61 and 121 atoms, then the source's others; two
#: of its fourteen trees have 241 atoms.
BRANCHINGS = ((5, 2), (10, 2), (20, 2), (40, 2), (5, 3), (10, 3), (20, 3), (40, 3), (60, 2),
              (80, 2), (60, 3), (100, 2), (80, 3), (100, 3))  # fmt: skip


def cases(draws, patch_runs, branchings, tune, grid):
    """Denoising by image and draw, solvers by level and patch, dictionaries by size and start."""
    found = [
        {"what": "denoise", "wavelet": w, "sigma": s, "image": image, "seed": k}
        for w in ("haar", "db3")
        for s in SIGMAS
        for image in tree_sparsity.PHOTOGRAPHS
        for k in range(draws)
    ]
    found += [
        {"what": "variance", "sigma": s, "image": image, "seed": 0}
        for s in SIGMAS
        for image in tree_sparsity.PHOTOGRAPHS
    ]
    found += [
        {"what": "prox", "image": image, "seed": k}
        for image in tree_sparsity.PHOTOGRAPHS
        for k in range(3)
    ]
    found += [
        {"what": "solvers", "share": share, "tune": tune, "grid": grid, "seed": k}
        for share in (0.5, 0.1, 0.01)
        for k in range(5)
    ]
    found += [{"what": "tumours", "lam": lam, "seed": 0} for lam in (0.1, 0.3, 1.0)]
    found += [
        {"what": "inpaint", "branching": list(b), "seed": k}
        for b in BRANCHINGS[:branchings]
        for k in range(patch_runs)
    ]
    return found + [
        {"what": "linear", "shape": shape, "p": p, "seed": 0}
        for shape in ("chain", "balanced")
        for p in (1000, 3000, 10_000, 30_000, 100_000)
    ]


def run(case):
    """The results of one case."""
    what, seed = case["what"], case["seed"]
    if what == "denoise":
        return tree_sparsity.denoising_psnrs(case["image"], case["wavelet"], case["sigma"], seed)
    if what == "variance":
        options = {"penalties": ("l0",), "as_variance": True}
        return tree_sparsity.denoising_psnrs(case["image"], "haar", case["sigma"], seed, **options)
    if what == "prox":
        return tree_sparsity.shrinkage_seconds(case["image"], seed)
    if what == "solvers":
        options = {"tune": case["tune"], "grid": case["grid"]}
        return tree_sparsity.solver_times(case["share"], seed, **options)
    if what == "tumours":
        return tree_sparsity.tumour_times(case["lam"])
    if what == "inpaint":
        return tree_sparsity.inpainting_errors(case["branching"], seed)
    return tree_prox.scaling_costs(case["shape"], case["p"], seed)
