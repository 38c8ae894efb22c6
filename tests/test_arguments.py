"""Arguments are the caller's, results are nobody else's, and an integer is an integer.

Each call of ``valid_calls`` is made again: with arrays that nobody may write to, and with NumPy's
small integers in place of Python's. It leaves its arguments as they were and gives the same answer,
and what it returns shares no memory with them, nor with the object whose method it is; and no loop
is compiled anew for it, for seconds. A public name enters by itself, as it enters the table of bad
input.
"""

import copy
import inspect
import warnings
from types import MethodType

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from test_bad_input import NAMES, TABLES, fresh, trials, tried
from valid_calls.compiled import forms
from valid_calls.kinds import Call, Count, Number, Seed
from valid_calls.reached import arrays, differences, lock, parts, shared

INTEGERS = (np.int8, np.uint8, np.int32)

#: Methods and functions that hand on what they have checked: an array that is right is not copied.
CHECKS = ("check", "check_design", "check_target")

_DATA = "a problem refers to its data: a copy of a matrix would double the memory"
_TRAINING = "predictions need the training rows: the model refers to them, as scikit-learn's do"
_SAME = "the belief after a step is one of the same problem, to whose arrays it refers"
_VIEW = "a view is the method's purpose: it costs nothing"

#: ``name, label of the call -> reason``: memory is shared by definition.
EXCUSED = {
    **dict.fromkeys(
        [
            (name, "fit")
            for name in (
                "AlignmentMKL", "CorrelationCorrectedCV", "GPRegressor", "GeneralizedMKL",
                "GroupLassoMKL", "KernelBandRegressor", "KernelLSClassifier", "KernelLeastSquares",
                "KernelPCA", "KernelSGDRegressor", "LSPC", "LSSVMRegressor", "LapRLSC", "LapSVM",
                "LaplacianLS",
                "LocalLinear", "LocalizedMKL", "NadarayaWatson", "NonlinearMKL", "PartialLabelSVM",
                "RuleMKL", "SOCPMKL", "SimpleMKL", "SoftmaxRegression", "SparseHuber",
            )
        ],
        _TRAINING,
    ),
    **dict.fromkeys(
        [
            (name, "()")
            for name in (
                "DataFit", "Factored", "FiniteSum", "L1Problem", "LapProblem", "LogPartition",
                "Quadratic", "RowsOnDemand", "ScalingBound", "SoftmaxBounds", "StabilityCheck",
                "StandardizedOperator", "StructuredProblem", "ValidationCheck",
            )
        ],
        _DATA,
    ),
    ("LapProblem", "dense_K"): _DATA,
    ("StructuredProblem", "smoothed"): _DATA,
    ("StructuredProblem", "with_penalty"): _DATA,
    ("TreeGroups", "repeated"): _DATA,
    ("DualAscent", "path"): _DATA,
    ("StreamDescent", "path"): _DATA,
    ("ChainFeatures", "instance"): "it is the check of one instance, which hands it on",
    ("ExpertTrace", "only"): _VIEW,
    ("HyperBelief", "next_episode"): _SAME,
    ("HyperBelief", "track"): _SAME,
    ("HyperBelief", "update"): _SAME,
    ("StoredPath", "hypotheses"): _VIEW,
    ("fixed_stream", ""): _VIEW,
}  # fmt: skip

#: Calls that cannot be made twice: an argument is a generator, which the first call spends.
SPENT = {("online_convex_programming", ""), ("play", "")}


def result_of(call, arguments):
    """What a call returns; of a generator, the first item."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = call(**arguments)
        return next(result) if inspect.isgenerator(result) else result


def learned(result):
    """A result without what an estimator must keep as it came: the constructor's arguments."""
    if not isinstance(result, BaseEstimator):
        return result
    given = inspect.signature(type(result)).parameters
    return {name: value for name, value in vars(result).items() if name not in given}


def own_copy(call):
    """The call, if it is a method of an object: that of a copy, and the copy."""
    owner = getattr(call, "__self__", None)
    if owner is None or isinstance(owner, type) or not inspect.ismethod(call):
        return call, None
    owner = copy.deepcopy(owner)
    return MethodType(call.__func__, owner), owner


def whole_numbers(arguments, kinds):
    """The whole numbers among the arguments, by name."""
    scalars = (name for name, one in kinds.items() if isinstance(one, (Count, Number, Seed)))
    return {
        name: int(arguments[name])
        for name in scalars
        if isinstance(arguments[name], (int, float)) and arguments[name] == int(arguments[name])
    }


def given_to(kinds):
    """The valid arguments; objects that learn or count are copied too, where they can be."""
    # what two arguments share, their copies share too
    given = fresh(kinds)
    known = {}
    for name, value in given.items():
        try:
            given[name] = copy.deepcopy(value, known)
        except TypeError:  # a generator
            continue
    return given


def plain_call(call, kinds):
    """Complaints about one valid call, and its answer."""
    found = []
    given = given_to(kinds)
    kept = given_to(kinds)
    method, owner = own_copy(call)
    result = result_of(method, given)
    answer = learned(result)
    found += [f"changes its argument{d}" for d in differences(kept, given, look=parts)]
    found += (f"shares: {s}" for s in shared(arrays(answer), list(arrays(given, parts))))
    if owner is not None and result is not owner:
        state = [(f"self{name}", array) for name, array in arrays(owner)]
        open_ = [(place, array) for place, array in arrays(result) if array.flags.writeable]
        found += (f"shares: {s}" for s in shared(open_, state))
    return found, answer


def other_calls(call, kinds, answer):
    """Complaints about the same call with read-only arrays, and with other integers."""
    attempts = [("read-only", lock(given_to(kinds)), answer)]
    whole = whole_numbers(given_to(kinds), kinds)
    if whole:
        want = learned(result_of(own_copy(call)[0], {**given_to(kinds), **whole}))
    for kind in INTEGERS if whole else ():
        limits = np.iinfo(kind)
        small = {n: kind(v) if limits.min <= v <= limits.max else v for n, v in whole.items()}
        attempts.append((kind.__name__, {**given_to(kinds), **small}, want))
    for what, given, want in attempts:
        before = forms()
        try:
            got = learned(result_of(own_copy(call)[0], given))
        except Exception as error:
            yield f"{what}: {type(error).__name__}: {str(error)[:150]}"
        else:
            yield from (f"{what}: {d}" for d in list(differences(want, got))[:3])
        anew = [loop for loop, count in forms().items() if count > before.get(loop, 0)]
        if anew:
            yield f"{what}: compiles {', '.join(anew)}"


def bare_methods(thing, entry, built):
    """Public methods without arguments, of an object that a trial built."""
    for name in dir(thing):
        member = inspect.getattr_static(thing, name)
        ours = (getattr(member, "__module__", None) or "").startswith("mlcompanion")
        if name.startswith("_") or not ours or not inspect.isfunction(member):
            continue
        if (
            len(inspect.signature(member).parameters) == 1
            and entry.methods.get(name, {}) is not None
        ):
            yield name, getattr(built, name)


def complaints(room, name):
    """All complaints about a public name."""
    thing = NAMES[room][name]
    entries = TABLES[room].CALLS.get(name, Call())
    for entry in entries if isinstance(entries, list) else [entries]:
        built = entry.make() if entry.make else None
        for label, call, kinds, *_ in trials(thing, entry, room):
            if (name, label) in SPENT:
                continue
            found, answer = plain_call(call, kinds)
            found += other_calls(call, kinds, answer)
            if (name, label) in EXCUSED or (label or name) in CHECKS:
                found = [one for one in found if not one.startswith("shares")]
            yield from (f"{label}: {complaint}" for complaint in found)
            if isinstance(thing, type) and built is None and label in ("", "()", "fit"):
                built = result_of(call, given_to(kinds))
        if isinstance(thing, type):
            for label, method in bare_methods(thing, entry, built):
                if (name, label) not in EXCUSED:
                    found, _ = plain_call(method, {})
                    yield from (f"{label}: {complaint}" for complaint in found)


@pytest.mark.parametrize("name", sorted({name for name, _ in [*EXCUSED, *SPENT]}))
def test_the_lists_speak_of_what_exists(name):
    assert any(name in names for names in NAMES.values())


# From the last room to the first: a process beside this one goes through the table of bad input
# from the first, and each loop that both need is compiled by whoever comes to it first.
@pytest.mark.parametrize(
    ("room", "name"), [(room, name) for room in reversed(TABLES) for name in tried(room)]
)
def test_arguments_stay_the_callers(room, name):
    found = list(complaints(room, name))
    assert not found, "\n".join(["", *found])
