"""Linear-chain random fields against python-crfsuite: the same objective, and how time grows."""

import warnings
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from _race import least, peer, reach, row
from mlcompanion.classification.structured import LinearChainCRF
from mlcompanion.teaching import log_slope

TITLE = "Learning to label strings"
CHAPTER = "sugiyama/29_structured_classification"

LAM = 1.0
STRONG = 300.0
SLOW_BOUND = (
    "a step of the bound carries a matrix of all parameters for each label along every string; "
    "gradients carry a number"
)


def strings(n, m, k, b, seed=0):
    """Strings of a random chain of k labels, b normal inputs a place."""
    rng = np.random.default_rng(seed)
    moves = rng.dirichlet(np.ones(k), k).cumsum(axis=1)
    centres = rng.normal(size=(k, b))
    xs = []
    ys = []
    for _ in range(n):
        y = [rng.integers(k)]
        for u in rng.random(m - 1):
            y.append(min(int((u > moves[y[-1]]).sum()), k - 1))
        xs.append(centres[y] + 1.5 * rng.normal(size=(m, b)))
        ys.append(np.array(y))
    return xs, ys


def objective(xs, ys, tol, lam=LAM, solver="lbfgs"):
    """Ours: fit, and minus the log-likelihood plus the ridge."""
    model = LinearChainCRF(lam, solver, first_pair=False, tol=tol, max_iter=2000)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # what was reached is asked below
        model.fit(xs, ys)
    ridge = np.sum(model.coef_**2) + np.sum(model.transition_**2)
    return 0.5 * lam * ridge - model.log_likelihood(xs, ys)


def trainer(pycrfsuite, xs, ys, lam=LAM):
    """The peer with all states and transitions; its data stand ready, its training is timed."""
    found = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    found.set_params({
        "c1": 0.0, "c2": lam / 2, "max_iterations": 2000, "num_memories": 10,
        "feature.possible_states": True, "feature.possible_transitions": True,
        "feature.minfreq": -1e300, "delta": 0.0,
    })  # fmt: skip
    for x, y in zip(xs, ys):
        rows = [{str(d): float(v) for d, v in enumerate(r)} for r in x]
        found.append(rows, [str(label) for label in y])
    return found


def against_crfsuite():
    """Whole fits, each with its loosest tolerance that comes within 1e-5 of the best objective."""
    pycrfsuite = peer("pycrfsuite", "python-crfsuite")
    if pycrfsuite is None:
        return
    with TemporaryDirectory() as folder:
        for n, m, k, b, lam, solver in (
            (200, 10, 5, 5, LAM, "lbfgs"),
            (500, 20, 5, 10, LAM, "lbfgs"),
            (500, 10, 10, 64, LAM, "lbfgs"),
            (30, 6, 5, 5, STRONG, "bound"),
        ):
            xs, ys = strings(n, m, k, b)
            theirs = trainer(pycrfsuite, xs, ys, lam)

            def train(tol, theirs=theirs):
                theirs.set_params({"epsilon": tol})
                theirs.train(str(Path(folder) / "model"))
                return theirs.logparser.last_iteration["loss"]

            def fit(tol, xs=xs, ys=ys, lam=lam, solver=solver):
                return objective(xs, ys, tol, lam, solver)

            best = fit(1e-8)
            np.testing.assert_allclose(train(1e-8), best, rtol=1e-5)

            def excess(value, best=best):
                return value / best - 1

            ours_s, _ = reach(fit, excess, 1e-5)
            peer_s, _ = reach(train, excess, 1e-5)
            yield row(
                "fit" if solver == "lbfgs" else f"fit from bound to bound, ridge of {lam:g}",
                f"{n} strings of {m}, {k} labels, {b} inputs", ours_s, "python-crfsuite", peer_s,
                "both within 1e-5 of one objective", SLOW_BOUND if solver == "bound" else "",
            )  # fmt: skip


def growth():
    """Seconds of ten iterations: slope 1 in the length, 2 in the labels."""

    def seconds(m, k):
        xs, ys = strings(200, m, k, 2)
        model = LinearChainCRF(LAM, tol=0.0, max_iter=10)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # ten iterations are asked for
            return least(lambda: model.fit(xs, ys))[0]

    seconds(5, 3)  # compiles
    for name, sizes, call in (
        ("length", (40, 80, 160, 320), lambda m: seconds(m, 10)),
        ("labels", (20, 40, 80, 160), lambda k: seconds(20, k)),
    ):
        times = [call(size) for size in sizes]
        yield row(
            f"growth with the {name}", f"{sizes[0]} to {sizes[-1]}", times[-1], "none", None,
            f"slope {log_slope(sizes, times):.2f} of log time",
        )  # fmt: skip


def rows():
    """All races."""
    yield from against_crfsuite()
    yield from growth()
