"""What the stored studies say: measurements by the names of the chapter's claims.

Each function takes a study with ``column(name, **where)``, such as
:func:`~mlcompanion.teaching.stored_study` reads.
"""

import numpy as np

from mlcompanion.gp.tiles import marginal_loss
from mlcompanion.teaching import log_slope

from .maps import MESHES

__all__ = [
    "control_measures",
    "correction_measures",
    "hole_measures",
    "hole_table",
    "line_measures",
    "local_measures",
    "loss_measures",
    "mesh_measures",
    "mesh_table",
    "refinement_measures",
    "sparse_measures",
    "time_slopes",
]

TILES = list(MESHES)
#: Methods of the study of meshes: hyperparameters and control points.
LOCAL = {"theta": "local", "q": 0}
EQUAL = {"theta": "global", "q": 0}
G_DDM = {"theta": "global", "q": 8, "correction": "source"}
L_DDM = {"theta": "local", "q": 8, "correction": "source"}
G_NEW = {"theta": "global", "q": 8, "correction": "posterior"}
L_NEW = {"theta": "local", "q": 8, "correction": "posterior"}
#: In the order of the page's tables: common hyperparameters, then each tile's own.
METHODS = (EQUAL, G_DDM, G_NEW, LOCAL, L_DDM, L_NEW)


def line_measures(study):
    """Medians over draws of the seams and distances on the line."""
    names = ("local", "pic5", "pic10", "ddm", "far_ddm", "far_local")
    return {name: float(np.median(study.column(name))) for name in names}


def control_measures(study, name="field"):
    """Seams and errors over control points on one map."""

    def one(column, p, q):
        return float(study.column(column, map=name, p=p, q=q)[0])

    rich = [one("mse", 8, q) for q in (8, 9, 10, 12)]
    return {
        "msm": [one("msm", q, q) for q in (2, 3, 4, 5, 6, 8, 10)],
        "msm_local": one("msm", 0, 0),
        "poor": one("mse", 2, 8) / one("mse", 2, 2),
        "rich": max(rich) / min(rich),
    }


def over_tiles(study, column, name, method, tiles=TILES):
    """Means over draws of a column, one for each number of tiles."""
    return [float(np.mean(study.column(column, map=name, m=m, **method))) for m in tiles]


def mesh_measures(study, name):
    """Errors, densities, seams and times of local and stitched processes on one map."""
    found = {}
    for key, method in (("local", LOCAL), ("g", G_DDM), ("l", L_DDM)):
        found[f"e_{key}"] = over_tiles(study, "mse", name, method)
        found[f"d_{key}"] = over_tiles(study, "nlpd", name, method)
    seams = [over_tiles(study, "msm", name, method) for method in (LOCAL, EQUAL, G_DDM, L_DDM)]
    found["seam"] = [max(g / e, s / a) for a, e, g, s in zip(*seams)]
    return found


def extra_time(study, name):
    """Total seconds of the stitched process over the local one's, piecewise hyperparameters."""
    totals = []
    for method in (L_DDM, LOCAL):
        parts = [over_tiles(study, c, name, method) for c in ("learn_s", "fit_s", "test_s")]
        totals.append(np.sum(parts, axis=0))
    stitches = over_tiles(study, "stitch_s", name, L_DDM)
    return ((totals[0] + stitches) / totals[1]).tolist()


def mesh_table(study, name, column):
    """Rows for a table: tiles, then a score of each of the six methods."""
    return list(zip(TILES, *(over_tiles(study, column, name, method) for method in METHODS)))


def loss_measures(study, names):
    """The marginal loss of meshes with 200 to 600 points a tile, and of others, on each map."""
    inside, outside, sizes = [], [], []
    for name in names:
        tiles = sorted(set(study.column("m", map=name, seed=0).tolist()))
        where = {"map": name, "seed": 0, **G_DDM}
        picked = {
            c: np.array([study.column(c, m=m, **where)[0] for m in tiles])
            for c in ("mse", "learn_s", "fit_s", "stitch_s", "test_s", "n", "tiles")
        }
        seconds = sum(picked[c] for c in ("learn_s", "fit_s", "stitch_s", "test_s"))
        points = picked["n"] / picked["tiles"]
        loss = marginal_loss(picked["mse"], seconds, points)
        middle = (points >= 200) & (points <= 600)
        inside.append(loss[middle].tolist())
        outside.append(loss[~middle].tolist())
        sizes.append(points)
    return {"inside": inside, "outside": outside}, sizes


def hole_measures(study):
    """Errors of local over stitched processes, without and with holes, and densities with holes."""
    plain, cut = (hole_table(study, "mse", holes) for holes in (0, 1))
    density = hole_table(study, "nlpd", 1)
    return {
        "e_plain": (plain[0] / plain[1]).tolist(),
        "e_holes": (cut[0] / cut[1]).tolist(),
        "d_holes": (density[0] - density[1]).tolist(),
    }


def hole_table(study, column, holes):
    """A score of tiles apart, by the paper's stitch, and by the conditional one: (3, meshes)."""
    plans = ((0, "source"), (8, "source"), (8, "posterior"))
    return np.array([
        [study.column(column, m=m, q=q, correction=kind, holes=holes).mean() for m in TILES]
        for q, kind in plans
    ])  # fmt: skip


def correction_measures(study):
    """Both own claims about stitches with the true covariance: equal parameters, corrections."""

    def ratio(column, one, other, holes):
        rows = [
            (study.column(column, correction=c, m=m, holes=holes)) for c in (one, other)
            for m in TILES
        ]  # fmt: skip
        k = len(TILES)
        return [float(np.mean(a) / np.mean(b)) for a, b in zip(rows[:k], rows[k:])]

    equal = {key: ratio(key, "source", "none", 0) for key in ("beside", "within", "whole")}
    equal["conditional"] = ratio("whole", "posterior", "none", 0)
    bounded = {}
    for name in ("cosine", "posterior"):
        bounded[name] = ratio("whole", name, "source", 0)
        bounded[f"{name}_holes"] = ratio("in_holes", name, "source", 1)
    seams = [ratio("msm", name, "none", 0) for name in ("cosine", "posterior")]
    bounded["seam"] = [max(pair) for pair in zip(*seams)]
    return equal, bounded


def refinement_measures(study):
    """Share of the rounds in which the summed estimate falls, and the gain over a regular mesh."""
    falls, gain = [], []
    for name in ("field", "fault", "coast"):
        rounds = study.column("round", map=name)
        eta = study.column("eta", map=name)[rounds >= 0]
        mse = study.column("mse", map=name)
        falls.append(float(np.mean(np.diff(eta) < 0)))
        gain.append(float(mse[rounds == rounds.max()][0] / mse[rounds == -1][0]))
    return {"falls": falls, "gain": gain}


def time_slopes(study):
    """Slopes of seconds over the data and over the points a tile, medians of the repeats."""

    def seconds(n, b):
        return float(np.median(study.column("fit_s", n=n, b=b)))

    data = (4000, 8000, 16000, 32000)
    points = (250, 500, 1000, 2000)
    return {
        "over_n": log_slope(data, [seconds(n, 250) for n in data]),
        "over_b": log_slope(points, [seconds(32000, b) for b in points]),
    }


def rows_of(study, name, model):
    """Settings, errors, densities, seams and total seconds of one method on one map."""
    where = {"map": name, "model": model}
    found = {c: study.column(c, **where) for c in ("a", "mse", "nlpd", "msm", "z", "test_s")}
    found["total_s"] = study.column("train_s", **where) + found["test_s"]
    return found


def joined(tables):
    """Several methods' rows, one after the other."""
    return {key: np.concatenate([t[key] for t in tables]) for key in tables[0]}


def sparse_measures(study, uneven=("coast", "fault")):
    """Common hyperparameters: the stitched process against FIC and PIC."""
    found = {"e_ddm": [], "d_ddm": [], "e_rest": [], "d_rest": []}
    seams = []
    for name in ("field", *uneven):
        mine = rows_of(study, name, "G-DDM")
        rest = joined([rows_of(study, name, m) for m in ("FIC", "PIC", "PIC, tiles")])
        tiled = joined([rows_of(study, name, m) for m in ("PIC", "PIC, tiles")])
        for t, seam in zip(tiled["total_s"], tiled["msm"]):
            nearest = np.argmin(np.abs(np.log(mine["total_s"] / t)))
            own = mine["msm"][nearest]
            seams.append(seam / own if own > 0 else np.inf)  # a single tile has no seam
        if name in uneven:
            at = mine["a"] == 156
            in_time = rest["total_s"] <= 9.4 * mine["total_s"][at][0]
            found["e_ddm"].append(float(mine["mse"][at][0]))
            found["d_ddm"].append(float(mine["nlpd"][at][0]))
            found["e_rest"].append(float(rest["mse"][in_time].min()))
            found["d_rest"].append(float(rest["nlpd"][in_time].min()))
            continue
        largest = max(mine["total_s"].max(), rest["total_s"].max())
        in_time = rest["total_s"] <= largest
        found["still"] = float(mine["mse"].min() / rest["mse"][in_time].min())
    return {**found, "seams": float(min(seams))}


def local_measures(study, uneven=("coast", "fault")):
    """Piecewise hyperparameters: the stitched process against committee, bags and experts."""
    rivals = ("BCM", "BGP", "L-BGP", "LPR")
    d_ddm, d_rest, slower = [], [], {"BCM": [], "LPR": []}
    for name in (*uneven, "field"):
        mine = rows_of(study, name, "L-DDM")
        theirs = {rival: rows_of(study, name, rival) for rival in rivals}
        d_ddm.append(float(mine["nlpd"].min()))
        d_rest.append(float(min(rows["nlpd"].min() for rows in theirs.values())))
        best = mine["test_s"][np.argmin(mine["mse"])]
        for rival, ratios in slower.items():
            rows = theirs[rival]
            ratios.append(rows["test_s"][np.argmin(rows["mse"])] / best)
    mine, committee = (rows_of(study, uneven[0], name) for name in ("L-DDM", "BCM"))
    return {
        "d_ddm": d_ddm,
        "d_rest": d_rest,
        "e_ratio": float(committee["mse"].min() / mine["mse"].min()),
        "z": float(committee["z"][np.argmin(committee["mse"])]),
        "t_bcm": float(min(slower["BCM"])),
        "t_lpr": float(min(slower["LPR"])),
    }
