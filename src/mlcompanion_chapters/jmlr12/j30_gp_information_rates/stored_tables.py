"""What the page reads off the stored studies."""

import numpy as np

from mlcompanion.gp.rates import matern_exponent, rate_slope

from .bands import PRIORS, band_slopes, extrapolated
from .designs import PAIRS
from .prices import local_powers, settled

__all__ = [
    "AFTER_A_LOOK",
    "bands",
    "design_draws",
    "designs",
    "evidence",
    "free_scale",
    "prices",
    "runge",
]

#: Choices that followed a look at first numbers, for the ledger's lines.
AFTER_A_LOOK = {
    "bands": (
        "2,000 paths (4,000 on finer grids), to save time, chosen when interim numbers of the "
        "studies had been seen. "
        "After a look at the extrapolated probabilities of the roughest prior: a line through "
        "the three grids in place of a parabola, which passes through their noise"
    ),
    "prices": (
        "after a look at first prices, widths begin at half of the truth's largest value (before: "
        "at 0.2) and the kink's finest grid has 641 points"
    ),
    "designs": (
        "1,600 points and four designs, to save time, chosen when interim numbers of the studies "
        "had been seen"
    ),
    "scale": "1,600 points, to save time, chosen when the rows up to there had been seen",
}

LAST = 4  # sizes over which slopes are taken: smaller designs do not know their power yet


def free_scale(study):
    """Slopes and gains of the free scale, and the quotients of the empirical choice."""
    n = sorted(set(study.column("n").tolist()))
    slope, gain, ratio = [], [], []
    for beta in (0.5, 1.0, 2.0):
        mixture = np.array([study.column("mixture", n=size, beta=beta)[0] for size in n])
        best = np.array([study.column("best", n=size, beta=beta)[0] for size in n])
        slope.append(rate_slope(n, mixture))
        gain.append(float(study.column("fixed", n=n[-1], beta=beta)[0] / mixture[-1]))
        ratio += (best / mixture).tolist()
    repeats = int(min(study.column("repeats")))
    return {"n": n, "slope": slope, "gain": gain, "ratio": ratio, "repeats": repeats}


def design_draws(study):
    """For each pair: promised power, its slope on the grid, and one slope a random design."""
    n = sorted(set(study.column("n").tolist()))[-LAST:]
    rows = []
    for alpha, beta in PAIRS:
        risk = np.array([study.column("risk", alpha=alpha, beta=beta, n=size) for size in n])
        seeds = study.column("seed", alpha=alpha, beta=beta, n=n[0])
        slopes = np.array([rate_slope(n, column) for column in risk.T])
        mean = rate_slope(n, risk[:, seeds >= 0].mean(axis=1))
        rows.append((matern_exponent(alpha, beta), slopes[seeds < 0][0], slopes[seeds >= 0], mean))
    return rows


def designs(study):
    """Slopes of the mean over random designs, on the grid, and the theorem's."""
    rows = design_draws(study)
    return {
        "n": sorted(set(study.column("n").tolist())),
        "rnd": [float(mean) for *_, mean in rows],
        "fix": [float(grid) for _, grid, *_ in rows],
        "want": [float(promised) for promised, *_ in rows],
        "range": [(float(draws.min()), float(draws.max())) for _, _, draws, _ in rows],
        "repeats": len(rows[0][2]),
    }


def _exponents(study, prior, points):
    """Widths and mean -log P over the repeats."""
    eps = np.array(study.column("eps", prior=prior, points=points)[0])
    exponents = np.array(
        [list(row) for row in study.column("exponent", prior=prior, points=points)]
    )
    return eps, exponents


def bands(study):
    """Slopes of Lemmas 3 and 6, with means and the range over repeats for the table."""
    curves = {}
    for prior in PRIORS:
        eps, exponents = _exponents(study, prior, 256)
        curves[prior] = eps, exponents.mean(axis=0), exponents.std(axis=0, ddof=1)
    eps, rough, spread = curves["matern 0.5"]
    grids = [256, 512, 1024]
    finer = [_exponents(study, "matern 0.5", m)[1].mean(axis=0) for m in grids]
    rough = extrapolated(grids, finer)
    curves["matern 0.5"] = eps, rough, spread
    smooth_eps, smooth, _ = curves["squared exponential"]
    return {
        "curves": curves,
        "s": [float(band_slopes(*curves[prior][:2])) for prior in list(PRIORS)[:3]],
        "q": float(band_slopes(smooth_eps, smooth, logarithmic=True, below=0.2)),
        "se": float(band_slopes(smooth_eps, smooth)),
        "paths": int(min(study.column("paths"))),
        "repeats": min(
            len(study.column("seed", prior=prior, points=points))
            for prior, points in [(prior, 256) for prior in PRIORS]
            + [("matern 0.5", points) for points in grids]
        ),
    }


def _price_rows(study, **where):
    """Half widths, and prices on the grid before the finest and on the finest."""
    points = sorted(set(study.column("points", **where).tolist()))
    rows = [np.array(study.column("prices", points=m, **where)[0], dtype=float) for m in points]
    eps = np.array(study.column("eps", points=points[-1], **where)[0])
    return eps, rows[-2], rows[-1]


def prices(study):
    """Slopes of Lemmas 4 and 7, over the stops that doubling the grid leaves as they are."""
    m = []
    for beta in (0.75, 1.0):
        slopes = []
        for seed in sorted(set(study.column("seed", truth="waves").tolist())):
            eps, coarse, fine = _price_rows(study, truth="waves", beta=beta, seed=seed)
            stops = settled(coarse, fine)
            if stops >= 2:
                slopes.append(rate_slope(1 / eps[:stops], fine[:stops]))
        m.append(float(np.median(slopes)) if slopes else float("inf"))
    eps, coarse, fine = _price_rows(study, truth="tent")
    stops = settled(coarse, fine)
    loc = local_powers(fine[:stops])
    return {"eps": eps[:stops], "m": m, "loc": loc.tolist(), "tent": fine[:stops]}


def runge(study):
    """Sizes, risks in many digits, and their slope from 1e8 to 1e12."""
    power = np.array(study.column("power"))
    order = np.argsort(power)
    parts = [np.array(study.column(name))[order] for name in ("bias", "variance", "spread")]
    sizes, risk = 10.0 ** power[order], sum(parts)
    late = sizes >= 1e8
    return {"n": sizes, "risk": risk, "slope": rate_slope(sizes[late], risk[late])}


def evidence(study):
    """Largest excess over the bound, and in how many cases it says anything."""
    excess = np.array([list(row) for row in study.column("excess")], dtype=float)
    said = ~np.isnan(excess)
    return {"excess": float(excess[said].max()), "cases": int(said.sum())}
