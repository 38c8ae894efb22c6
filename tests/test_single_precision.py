"""Probabilities that come in single precision are probabilities: their sum is off by 1e-8."""

import warnings

import numpy as np
import pytest
from test_bad_input import (
    NAMES,
    TABLES,
    Call,
    estimators_of_rows,
    fresh,
    kinds_of,
    own_methods,
    signature,
)
from valid_calls.kinds import Array

from mlcompanion.bayes.sampling import metropolis_hastings_table
from mlcompanion.convex import Entropy
from mlcompanion.convex.example_weights import SquaredDistance
from mlcompanion.learning_theory.active.disagreement import doubtful_mass
from mlcompanion.probability import Dirichlet
from mlcompanion.probability.bounds import jensen
from mlcompanion.stats.tests import chi2_gof

SINGLE = np.array([0.4, 0.4, 0.2], dtype=np.float32)  # sums to 1 + 1.5e-8
DOUBLE = SINGLE.astype(float) / SINGLE.astype(float).sum()

CALLS = {
    "Dirichlet": lambda p: Dirichlet([2.0, 3.0, 4.0]).logpdf(p),
    "Dirichlet of rows": lambda p: Dirichlet([2.0, 3.0, 4.0]).logpdf(np.array([p, p[::-1]])),
    "jensen": lambda p: jensen(np.square, [1.0, 2.0, 5.0], p),
    "metropolis_hastings_table": lambda p: metropolis_hastings_table(
        np.log([0.2, 0.3, 0.5]), np.tile(p, (3, 1))
    ),
    "Entropy": lambda p: Entropy().value(p),
    "SquaredDistance": lambda p: SquaredDistance().value(p),
    "doubtful_mass": lambda p: doubtful_mass([0.1, 0.2, 0.3], 0.25, p),
    "chi2_gof": lambda p: chi2_gof([10, 12, 8], p).pvalue,
}


@pytest.mark.parametrize("name", CALLS)
def test_masses_in_single_precision_are_masses(name):
    assert abs(SINGLE.astype(float).sum() - 1) > 1e-8
    np.testing.assert_allclose(CALLS[name](SINGLE), CALLS[name](DOUBLE), rtol=1e-6, atol=1e-6)


def test_what_is_off_by_more_is_refused_still():
    for shares in (DOUBLE * (1 + 1e-8), SINGLE * np.float32(1.001)):
        assert Dirichlet([2.0, 3.0, 4.0]).logpdf(shares) == -np.inf
        assert Entropy().value(shares) == SquaredDistance().value(shares) == np.inf
    with pytest.raises(ValueError, match="probabilities"):
        chi2_gof([10, 12, 8], DOUBLE * (1 + 1e-8))


EXCUSED = {
    "DPGLMPoisson": "its outputs are counts",
}


def regressors():
    """Rooms and names of the estimators that learn numbers, and their valid arguments."""
    for room, name in estimators_of_rows():
        entry = TABLES[room].CALLS.get(name, Call())
        entry = entry[0] if isinstance(entry, list) else entry
        data = kinds_of(own_methods(NAMES[room][name])["fit"], entry.methods.get("fit", {}), room)
        y = data.get("y")
        numbers = isinstance(y, Array) and len(set(np.ravel(y.value))) > 3
        if numbers and hasattr(NAMES[room][name], "predict") and name not in EXCUSED:
            yield pytest.param(room, name, entry, data, id=name)


@pytest.mark.parametrize("unit", [1e-24, 1e24])
@pytest.mark.parametrize(("room", "name", "entry", "data"), regressors())
def test_outputs_in_single_precision_are_numbers(room, name, entry, data, unit):
    """Their squares leave its range."""
    model = NAMES[room][name]
    single = (unit * np.asarray(data["y"].value)).astype(np.float32)
    answers = []
    for y in (single, single.astype(float)):
        given = fresh(kinds_of(signature(model), entry.kinds, room))
        arguments = {**fresh(data), "y": y}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            fitted = model(**given).fit(**arguments)
            more = {"task": arguments["task"]} if "task" in arguments else {}
            answers.append(fitted.predict(arguments["X"], **more))
    size = np.abs(answers[1]).max()
    np.testing.assert_allclose(*answers, rtol=0, atol=1e-6 * size)
