"""Which numbers a criterion compares, and with what: read from its expression."""

import ast
import math

from .claims import FUNCTIONS

_MOST = 12  # a picture of more rows is no small picture
_NOISE = 1e-6  # smaller numbers differ from one processor to the next
_MIRRORED = {ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE}


def comparisons(expression, measured):
    """Numbers that a criterion holds against limits or against the source's.

    Read are conditions joined by ``and``, and those in ``all(… for …)``, of the forms ``x <= c``,
    ``a <= x <= b`` and ``abs(x - s) <= c``, where ``x`` is a measurement or an entry of one and the
    rest has no measurement in it.

    Parameters
    ----------
    expression : str
        A criterion.
    measured : dict
        The measurements.

    Returns
    -------
    list of dict
        ``name``, ``ours`` and whether it is ``inside`` the limits; of ``source``, ``low`` and
        ``high`` those that the criterion has. Three significant digits; no numbers that are noise;
        empty if there are more than twelve.
    """
    found = {}
    scope = {name: (name, value) for name, value in measured.items()}
    for condition in _conjuncts(ast.parse(expression, mode="eval").body):
        for label, ours, limits in _limits(condition, scope, {}):
            found.setdefault(label, {"name": label, "ours": ours}).update(limits)
    rows = [row for row in found.values() if _tells(row["ours"])]
    return [] if len(rows) > _MOST else [_rounded(row) for row in rows]


def _tells(value):
    return math.isfinite(value) and (isinstance(value, int) or abs(value) >= _NOISE)


def _rounded(row):
    """Three digits: another processor stores the same."""
    inside = row.get("low", -math.inf) <= row["ours"] <= row.get("high", math.inf)
    # judged before it is rounded, so that rounding changes no verdict
    numbers = {key: float(f"{value:.3g}") for key, value in row.items() if key != "name"}
    return {"name": row["name"], **numbers, "inside": inside}


def _conjuncts(node):
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        return [part for value in node.values for part in _conjuncts(value)]
    return [node]


def _limits(node, scope, constants):
    """Yield ``(label, value, limits)`` of one condition.

    ``scope`` maps a name to the label and value of the measurement that it is, ``constants`` a
    loop's other names to their numbers.
    """
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        for left, op, right in zip(sides, node.ops, sides[1:]):
            yield from _limit(left, type(op), right, scope, constants)
            # the measurement may stand on either side
            yield from _limit(right, _MIRRORED.get(type(op)), left, scope, constants)
    elif _is_loop(node):
        yield from _loop(node.args[0], scope, constants)


def _is_loop(node):
    return (
        isinstance(node, ast.Call)
        and node.func.id == "all"
        and isinstance(node.args[0], ast.GeneratorExp)
        and len(node.args[0].generators) == 1
    )


def _loop(generator, scope, constants):
    """The conditions of ``all(… for x in measurement)`` and ``all(… for x, s in zip(…))``."""
    loop = generator.generators[0]
    zipped = isinstance(loop.iter, ast.Call) and loop.iter.func.id == "zip"
    targets = loop.target.elts if isinstance(loop.target, ast.Tuple) else [loop.target]
    sources = loop.iter.args if zipped else [loop.iter]
    plain = all(isinstance(target, ast.Name) for target in targets)
    if loop.ifs or not plain or len(targets) != len(sources):
        return
    columns = [_column(source, scope, constants) for source in sources]
    if None in columns:
        return
    for row in zip(*columns):
        inner = dict(scope)
        numbers = dict(constants)
        for target, (label, value) in zip(targets, row):
            if label:
                inner[target.id] = label, value
            else:
                inner.pop(target.id, None)  # the loop's name hides the measurement of that name
                numbers[target.id] = value
        for condition in _conjuncts(generator.elt):
            yield from _limits(condition, inner, numbers)


def _column(node, scope, constants):
    """The labelled values that a loop runs over; labels are empty for constants."""
    entry = _entry(node, scope)
    if entry:
        label, values = entry
        if not isinstance(values, list):
            return None
        return [(f"{label} {i + 1}", v) for i, v in enumerate(values)]
    values = _number(node, scope, constants)
    if not isinstance(values, list | range):
        return None
    return [("", value) for value in values]


def _limit(ours, op, limit, scope, constants):
    bound = _number(limit, scope, constants)
    if op not in _MIRRORED or not _is_number(bound):
        return
    above = op in (ast.Lt, ast.LtE)
    entry = _entry(ours, scope)
    if entry and _is_number(entry[1]):
        yield *entry, {"high" if above else "low": bound}
    elif above and isinstance(ours, ast.Call) and ours.func.id == "abs":
        yield from _distance(ours.args[0], bound, scope, constants)


def _distance(difference, bound, scope, constants):
    """``abs(x - s) <= bound``."""
    if not isinstance(difference, ast.BinOp) or not isinstance(difference.op, ast.Sub):
        return
    sides = (difference.left, difference.right), (difference.right, difference.left)
    for ours, source in sides:
        entry = _entry(ours, scope)
        centre = _number(source, scope, constants)
        if entry and _is_number(entry[1]) and _is_number(centre):
            limits = {"low": centre - bound, "high": centre + bound}
            yield *entry, {"source": centre, **limits}


def _is_number(value):
    return isinstance(value, int | float) and not isinstance(value, bool)


def _entry(node, scope):
    """Label and value of a measurement, or of an entry of one; None for anything else."""
    if isinstance(node, ast.Name):
        return scope.get(node.id)
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Constant):
        return None
    whole = _entry(node.value, scope)
    return whole and (f"{whole[0]} {node.slice.value + 1}", whole[1][node.slice.value])


def _number(node, scope, constants):
    """The value of an expression without a measurement; None for others."""
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    # it holds a measurement, or a name that is unknown
    if names & set(scope) or names - set(constants) - set(FUNCTIONS):
        return None
    code = compile(ast.Expression(node), "<limit>", "eval")
    return eval(code, {"__builtins__": {}, **FUNCTIONS, **constants})
