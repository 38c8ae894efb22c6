"""``python -m mlcompanion compile [ROOM ...]``: machine code beforehand, not in a first fit.

Every estimator that fits with its defaults is fitted to a few rows; what Numba compiles is kept on
disk for later. Without rooms, all of them.
"""

import argparse
import importlib
import inspect
import sys
import time
import warnings

import numpy as np
from sklearn.base import BaseEstimator, is_classifier, is_regressor

import mlcompanion

__all__ = ["estimators_of", "fit_once", "main"]

#: Rooms without estimators that compile.
BESIDE = {"plots", "teaching"}


def estimators_of(room):
    """The estimators of a room's face that need no argument."""
    face = vars(importlib.import_module(f"mlcompanion.{room}"))
    for thing in face.values():
        if not (inspect.isclass(thing) and issubclass(thing, BaseEstimator)):
            continue
        parameters = inspect.signature(thing).parameters.values()
        if all(parameter.default is not parameter.empty for parameter in parameters):
            yield thing


def fit_once(cls):
    """Fit a model with its defaults to 40 rows; seconds, or None if it wants other data."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 3))
    y = X[:, 0] + rng.normal(size=40)
    model = cls()
    targets = {True: (y > 0).astype(int), False: y}[is_classifier(model)]
    known = is_classifier(model) or is_regressor(model)
    start = time.perf_counter()
    try:
        model.fit(X, targets) if known else model.fit(X)
        if hasattr(model, "predict"):
            model.predict(X)
    except (TypeError, ValueError):  # ranks, tasks, bags of labels: its data are of another kind
        return None
    return time.perf_counter() - start


def main(arguments=None):
    """Compile, and tell what took how long."""
    parser = argparse.ArgumentParser(prog="python -m mlcompanion", description=__doc__)
    parser.add_argument("command", choices=["compile"])
    rooms = [room for room in dir(mlcompanion) if not room.startswith("_") and room not in BESIDE]
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=", ".join(rooms))
    asked = parser.parse_args(arguments)
    unknown = set(asked.rooms) - set(rooms)
    if unknown:
        parser.error(f"no such room: {', '.join(sorted(unknown))}")
    for room in asked.rooms or rooms:
        for cls in estimators_of(room):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                seconds = fit_once(cls)
            if seconds is not None:
                print(f"{room}.{cls.__name__}: {seconds:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
