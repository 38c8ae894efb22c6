"""Table 1: members of a family end at the same parameter, families at different ones.

The end points are exact; the members are run. A method that learns step by step gets steps
a / (b + t), with a from the least eigenvalue of its mean matrix, so that it can arrive.
"""

import numpy as np

from mlcompanion.rl import MRP, sample_trajectories
from mlcompanion.rl.td import LSTD, OnlineTD, StepSchedule, asymptotic_law, residual_weights

__all__ = [
    "BY_REFERENCE",
    "FAMILIES",
    "GAMMA",
    "LAM",
    "draw_chain",
    "end_points",
    "family_distances",
    "reference_distances",
]

GAMMA, LAM = 0.9, 0.7
#: Method, family; in the order of the claim.
FAMILIES = {
    "TD": "TD",
    "NTD": "TD",
    "LSPE": "TD",
    "Accelerated-TD": "TD",
    "LSTD": "TD",
    "TD(λ)": "TD(λ)",
    "NTD(λ)": "TD(λ)",
    "LSPE(λ)": "TD(λ)",
    "LSTD(λ)": "TD(λ)",
    "RG": "RG",
}
#: Of TD's family too; the source names them by reference, and no claim asks for them.
BY_REFERENCE = {"GTD": "gtd", "GTD2": "gtd2", "TDC": "tdc", "iLSTD": "ilstd"}


def end_points(mrp, Phi):
    """The exact law of each family."""
    zeta = residual_weights(mrp, Phi, GAMMA)
    return {
        "TD": asymptotic_law(mrp, Phi, GAMMA),
        "TD(λ)": asymptotic_law(mrp, Phi, GAMMA, lam=LAM),
        "RG": asymptotic_law(mrp, Phi, GAMMA, zeta),
    }


def _gaps(laws):
    ends = np.array([law.coef for law in laws.values()])
    apart = [np.linalg.norm(ends[i] - ends[j]) for i, j in ((0, 1), (0, 2), (1, 2))]
    return min(apart), np.linalg.norm(ends, axis=1).min()


def draw_chain(rng):
    """A random chain whose families end far enough apart, and its features."""
    while True:
        P, Phi = rng.dirichlet(np.ones(8), size=8), rng.normal(size=(8, 3))
        mrp = MRP(P, rng.normal(size=8))
        laws = end_points(mrp, Phi)
        apart, length = _gaps(laws)
        well = max(np.linalg.cond(law.A) for law in laws.values()) < 30
        if apart >= 0.5 * length and well:
            return mrp, Phi


def _schedule(R, A):
    """Steps a / (b + t) that begin short enough and decrease slowly enough."""
    rate = np.linalg.eigvals(R @ A).real.min()
    first = 0.05 / np.linalg.norm(R, 2) if np.ndim(R) else 0.05
    first = min(first, 1.0)
    return StepSchedule(first, first * rate)


def final_parameters(mrp, Phi, runs):
    """Mean final parameter of each method over the runs."""
    laws = end_points(mrp, Phi)
    law = mrp.stationary()
    second = (law[:, None] * Phi).T @ Phi
    zeta = residual_weights(mrp, Phi, GAMMA)
    matrices = {
        "td": np.eye(3),
        "ntd": np.eye(3) / np.trace(second),
        "lspe": np.linalg.inv(second),
    }
    found = {}
    for suffix, lam in (("", 0.0), ("(λ)", LAM)):
        A = laws["TD" + suffix].A
        for method, R in matrices.items():
            model = OnlineTD(GAMMA, method, lam=lam, step=_schedule(R, A), warm_start=50)
            found[method.upper() + suffix] = model.fit(*runs, Phi).coef_
        found["LSTD" + suffix] = LSTD(GAMMA, lam).fit(*runs, Phi).coef_
    found["Accelerated-TD"] = OnlineTD(GAMMA, warm_start=50).fit(*runs, Phi).coef_
    gradient = OnlineTD(GAMMA, "td", step=_schedule(np.eye(3), laws["RG"].A), warm_start=50)
    found["RG"] = gradient.fit(*runs, Phi, weights=zeta).coef_
    return {name: found[name].mean(axis=0) for name in FAMILIES}


def family_distances(seed, T=50_000, n_runs=20):
    """Distances of a chain's mean final parameters, relative to the least one between families.

    Returns
    -------
    tuple of ndarray
        For each method the distance to its family's end point, and to the nearest other one.
    """
    rng = np.random.default_rng(seed)
    mrp, Phi = draw_chain(rng)
    laws = end_points(mrp, Phi)
    runs = sample_trajectories(mrp, T, n_runs, random_state=rng)
    scale, _ = _gaps(laws)
    own, other = [], []
    for name, final in final_parameters(mrp, Phi, runs).items():
        away = {key: np.linalg.norm(final - law.coef) / scale for key, law in laws.items()}
        own.append(away.pop(FAMILIES[name]))
        other.append(min(away.values()))
    return np.array(own), np.array(other)


def _mean_moves(A, second):
    """For each gradient rule the matrix of its mean move, of coefficients and second vector."""
    none, one = np.zeros_like(A), np.eye(len(A))
    return {
        "gtd": np.block([[none, -A.T], [A, one]]),
        "gtd2": np.block([[none, -A.T], [A, second]]),
        "tdc": np.block([[A, second - A.T], [A, second]]),
    }


def reference_distances(seed, T=50_000, n_runs=20):
    """Distances of the mean final parameters of ``BY_REFERENCE`` from TD's end point.

    They begin at 0; relative to the least distance between families of the chain.

    Returns
    -------
    ndarray
    """
    rng = np.random.default_rng(seed)
    mrp, Phi = draw_chain(rng)
    laws = end_points(mrp, Phi)
    runs = sample_trajectories(mrp, T, n_runs, random_state=rng)
    A, end = laws["TD"].A, laws["TD"].coef
    moves = _mean_moves(A, (mrp.stationary()[:, None] * Phi).T @ Phi)
    steps = {rule: _schedule(np.eye(len(G)), G) for rule, G in moves.items()}
    # a coordinate moves by the mean of its errors, over a matrix of about this size
    steps["ilstd"] = StepSchedule(min(1.0, 0.5 / np.linalg.norm(A, 2)), 0.0)
    scale, _ = _gaps(laws)
    found = [
        OnlineTD(GAMMA, rule, step=steps[rule]).fit(*runs, Phi).coef_.mean(axis=0)
        for rule in BY_REFERENCE.values()
    ]
    return np.linalg.norm(np.array(found) - end, axis=1) / scale
