"""Stand-ins for data that cannot be had: genes of one equation, generated schools, ocean regions.

None of these is the source's data: a verdict on them is "partly" at best.
"""

import numpy as np

from mlcompanion.datasets import load_nino
from mlcompanion.gp import SquaredExponential, msll
from mlcompanion.gp.outputs import ConvolvedGP

from .toy import fit_quietly

__all__ = [
    "explained",
    "gene_row",
    "gene_runs",
    "mixed_models",
    "ocean_data",
    "ocean_row",
    "school_data",
    "school_row",
    "tested_on_other_run",
]


def gene_runs(seed, n_genes, n_times=12):
    """Two runs of genes that one protein u steers, dy/dt = B + S u - delta y.

    Decay rates delta spread twentyfold, so that each gene blurs and delays u by its own time. The
    runs share the genes and differ in their noise, a tenth of a gene's spread.

    Returns
    -------
    t : ndarray, shape (12,)
        Hours.
    runs : list of two ndarray, shapes (n_genes, 12)
    """
    rng = np.random.default_rng(seed)
    fine = np.linspace(0, 11, 221)
    step = fine[1] - fine[0]
    K = SquaredExponential(1.5)(fine[:, None], fine[:, None])
    u = np.linalg.cholesky(K + 1e-8 * np.eye(len(fine))) @ rng.normal(size=len(fine))
    decay = np.exp(rng.uniform(np.log(0.1), np.log(2.0), n_genes))
    sensitivity = rng.choice([-1.0, 1.0], n_genes) * rng.uniform(0.5, 1.5, n_genes)
    basal = rng.uniform(0, 1, n_genes)
    y = np.zeros((n_genes, len(fine)))
    y[:, 0] = basal / decay
    # exact for a u that is constant over a step
    keep = np.exp(-decay * step)
    for i in range(len(fine) - 1):
        level = (basal + sensitivity * u[i]) / decay
        y[:, i + 1] = level + keep * (y[:, i] - level)
    seen = y[:, :: (len(fine) - 1) // (n_times - 1)]
    spread = seen.std(axis=1, keepdims=True)
    runs = [seen + 0.3 * spread * rng.normal(size=seen.shape) for _ in range(2)]
    return fine[:: (len(fine) - 1) // (n_times - 1)], runs


def tested_on_other_run(model, t, trained, tested):
    """Mean standardized error and loss over the genes of another run."""
    means, stds = model.predict([t] * len(trained), return_std=True)
    errors = []
    losses = []
    for seen, new, mean, std in zip(trained, tested, means, stds):
        errors.append(np.mean((new - mean) ** 2) / np.var(seen))
        losses.append(msll(new, mean, std**2, seen))
    return float(np.mean(errors)), float(np.mean(losses))


def gene_row(seed, direction, n_genes, name, steps):
    """Train the full process, "mixed" or "blurred", on one run and test it on the other."""
    t, runs = gene_runs(seed, n_genes)
    model = ConvolvedGP(blur=name == "blurred", max_iter=steps)
    fit_quietly(model, [t] * n_genes, list(runs[direction]))
    error, loss = tested_on_other_run(model, t, runs[direction], runs[1 - direction])
    return {"missed": error, "loss": loss, "n_iter": model.n_iter_}


def school_data(seed, n_schools, n_students=110):
    """Scores of students with 20 binary inputs: year, gender, band and origin, one of each.

    A school's score is a common smooth function of the inputs, bent by the school's own, and each
    student's own luck. Students of a school with equal inputs are averaged.

    Returns
    -------
    dict
        Lists ``X``, ``y``, ``counts`` for training (three quarters) and ``X_test``, ``y_test``.
    """
    rng = np.random.default_rng(seed)
    shares = [np.ones(3) / 3, np.ones(2) / 2, np.array([25, 45, 25, 5]) / 100,
              rng.dirichlet(np.ones(11))]  # fmt: skip
    effects = [rng.normal(size=len(s)) * scale for s, scale in zip(shares, (0.3, 0.3, 1.5, 0.5))]
    data = {"X": [], "y": [], "counts": [], "X_test": [], "y_test": []}
    for _ in range(n_schools):
        codes = [rng.choice(len(s), n_students, p=s) for s in shares]
        rows = np.hstack([np.eye(len(s))[code] for s, code in zip(shares, codes)])
        common = sum(effect[code] for effect, code in zip(effects, codes))
        own = sum(0.2 * rng.normal(size=len(s))[code] for s, code in zip(shares, codes))
        bent = 0.4 * np.sin(2 * common)
        scores = rng.uniform(0.6, 1.4) * (common + bent) + own + rng.normal(size=n_students)
        places, index, counts = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
        means = np.bincount(index, scores) / counts
        order = rng.permutation(len(places))
        train = order[: round(0.75 * len(order))]
        test = order[len(train) :]
        data["X"].append(places[train])
        data["y"].append(means[train])
        data["counts"].append(counts[train].astype(float))
        data["X_test"].append(places[test])
        data["y_test"].append(means[test])
    return data


def mixed_models(steps):
    """The models of Tables 5 and 7, by name; lengths are common to all inputs."""
    common = {"max_iter": steps, "isotropic": True, "random_state": 0}
    plain = {"blur": False, **common}
    return {
        "icm-1": ConvolvedGP(**plain),
        "icm-2": ConvolvedGP(rank=2, **plain),
        "icm-5": ConvolvedGP(rank=5, **plain),
        "slfm-2": ConvolvedGP(n_latent=2, **plain),
        "slfm-5": ConvolvedGP(n_latent=5, **plain),
        "blurred": ConvolvedGP(**common),
        **{kind: ConvolvedGP(kind, n_inducing=5, **common) for kind in ("dtc", "fitc", "pitc")},
    }


def explained(data, predictions):
    """Per cent of the variance of all schools' test scores that predictions explain."""
    new = np.concatenate(data["y_test"])
    wrong = new - np.concatenate(predictions)
    return float(100 * (1 - np.mean(wrong**2) / np.var(new)))


def school_row(seed, name, n_schools, steps):
    """Explained variance of a model; "separate" is one process a school."""
    data = school_data(seed, n_schools)
    if name == "separate":
        found = []
        for x, y, counts, new in zip(data["X"], data["y"], data["counts"], data["X_test"]):
            one = ConvolvedGP(blur=False, isotropic=True, max_iter=steps)
            found += fit_quietly(one, [x], [y], counts=[counts]).predict([new])
        return {"explained": explained(data, found)}
    model = fit_quietly(mixed_models(steps)[name], data["X"], data["y"], counts=data["counts"])
    return {"explained": explained(data, model.predict(data["X_test"])), "n_iter": model.n_iter_}


def ocean_data(n_months, seed=0):
    """Anomalies of three ocean regions; the third is missing on stretches of ten months.

    Returns
    -------
    dict
        Lists ``X`` (years), ``y``; arrays ``x_test``, ``y_test`` of the third region.
    """
    rng = np.random.default_rng(seed)
    series = load_nino().anomalies[:n_months, [0, 2, 3]].T
    x = np.arange(n_months) / 12
    blocks = np.arange(n_months) // 10
    hidden = np.isin(blocks, rng.choice(blocks.max(), round(0.28 * n_months / 10), replace=False))
    return {
        "X": [x, x, x[~hidden]],
        "y": [series[0], series[1], series[2][~hidden]],
        "x_test": x[hidden],
        "y_test": series[2][hidden],
    }


def ocean_row(restart, name, n_months, steps, K=None):
    """Absolute error and loss on the third region's stretches, from shaken start values."""
    data = ocean_data(n_months)
    common = {"max_iter": steps, "start_spread": 0.3, "random_state": restart}
    models = {
        "separate": ConvolvedGP(blur=False, **common),
        "icm": ConvolvedGP(blur=False, rank=2, **common),
        "slfm": ConvolvedGP(blur=False, n_latent=2, **common),
        "blurred": ConvolvedGP(n_latent=2, **common),
    }
    kept = slice(2, 3) if name == "separate" else slice(None)
    model = models.get(name)
    if model is None:
        model = ConvolvedGP(name, n_latent=2, n_inducing=K, **common)
    fit_quietly(model, data["X"][kept], data["y"][kept])
    places = [data["x_test"]] * len(data["X"][kept])
    means, stds = model.predict(places, return_std=True)
    error = float(np.mean(np.abs(data["y_test"] - means[-1])))
    loss = float(msll(data["y_test"], means[-1], stds[-1] ** 2, data["y"][2]))
    return {"missed": error, "loss": loss, "n_iter": model.n_iter_}
