"""Max-marginals of a clique whose factors fall into three groups: McAuley and Caetano, Algorithm 5.

A factor is a pair of its variables and an array with one axis for each. What only one group knows
is maximised out within it, by the plain loop of Algorithm 1 or by the same three-way split again;
what is left has the form of a product of two matrices, with joint states for indices.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._validation import check_array, check_count, check_flag, check_list

from .rows import empty_found, search_rows, sorted_lists, sorted_rows

__all__ = ["MaxMarginal", "brute_max_marginal", "group_max_marginal"]


class MaxMarginal(NamedTuple):
    """A max-marginal and what it cost.

    Attributes
    ----------
    values : ndarray
        One axis for each variable of the target, in its order.
    n_products : int
        How many joint states the plain loops went through, and products the searches formed.
    """

    values: np.ndarray
    n_products: int


def _checked(factors):
    """Factors as pairs of a tuple of variables and an array, and the size of each variable."""
    sizes = {}
    checked = []
    for factor in check_list(factors, "factors"):
        try:
            names, array = factor
            names = tuple(check_count(name, "variable") for name in names)
        except (TypeError, ValueError) as error:
            raise ValueError(f"factors must be pairs (variables, array): {error}") from error
        array = check_array(array, "factors", ndim=len(names))
        if len(set(names)) < len(names) or not array.size:
            raise ValueError(f"factors must name each axis once and have no empty one, got {names}")
        for name, size in zip(names, array.shape):
            if sizes.setdefault(name, size) != size:
                raise ValueError(f"factors give variable {name} {sizes[name]} and {size} states")
        checked.append((names, array))
    return checked, sizes


def _target(target, sizes):
    target = tuple(check_count(name, "target") for name in check_list(target, "target"))
    unknown = [name for name in target if name not in sizes]
    if unknown or len(set(target)) < len(target):
        raise ValueError(f"target must name variables of the factors once, got {target}")
    return target


def _joint(factors, scope, sizes):
    """Sum of factors as an array over the scope."""
    total = np.zeros([sizes[name] for name in scope])
    for names, array in factors:
        axes = [names.index(name) for name in scope if name in names]
        shape = [sizes[name] if name in names else 1 for name in scope]
        total = total + array.transpose(axes).reshape(shape)
    return total


def _scope(factors):
    """The variables of some factors, in rising order."""
    return tuple(sorted({name for names, _ in factors for name in names}))


def _maximise(array, scope, kept):
    """Max over the variables that are not kept; axes in the order of ``kept``."""
    out = tuple(axis for axis, name in enumerate(scope) if name not in kept)
    left = [name for name in scope if name in kept]
    return np.asarray(array.max(axis=out)).transpose([left.index(name) for name in kept])


def brute_max_marginal(factors, target):
    """Max-marginal by going through all joint states (Algorithm 1).

    Parameters
    ----------
    factors : list of (tuple of int, array_like)
        Variables, by number, and scores with one axis for each; scores add up.
    target : sequence of int
        The variables that are kept.

    Returns
    -------
    MaxMarginal

    Notes
    -----
    Time and memory N^n for n variables of N states.

    Examples
    --------
    >>> brute_max_marginal([((0, 1), [[1, 5], [2, 0]])], [0]).values.tolist()
    [5.0, 2.0]
    """
    factors, sizes = _checked(factors)
    return _brute(factors, _target(target, sizes), sizes)


def _brute(factors, target, sizes):
    scope = _scope(factors)
    array = _joint(factors, scope, sizes)
    return MaxMarginal(_maximise(array, scope, target), array.size)


def group_max_marginal(factors, groups, target, *, early_stop=False):
    """Max-marginal of a clique whose factors fall into three groups (Algorithm 5).

    Parameters
    ----------
    factors : list of (tuple of int, array_like)
        Variables, by number, and scores with one axis for each; scores add up.
    groups : list of 3
        Each a list of numbers of factors, and each factor in one of them; the target belongs to
        the first. Or, in place of the numbers, again a list of 3: what only this group knows is
        then maximised out by the same algorithm (section 5.2.1).
    target : sequence of int
        The variables that are kept.
    early_stop : bool

    Returns
    -------
    MaxMarginal

    Notes
    -----
    With X', Y', Z' the variables of a group that others, or the target, share: N^|X| + N^|Y| +
    N^|Z| without recursion, sorting in |Y' - X| N^|Y'| log N (and the same for Z), searching in
    expected N^|X'| sqrt(N^s), s the number of variables that Y' and Z' share outside of X'.

    Examples
    --------
    >>> path = [((0, 1), [[0.0, 1.0]]), ((1, 2), [[4.0], [2.0]]), ((0, 2), [[0.5]])]
    >>> group_max_marginal(path, [[2], [0], [1]], [0, 2]).values.tolist()
    [[4.5]]
    """
    factors, sizes = _checked(factors)
    target = _target(target, sizes)
    early_stop = check_flag(early_stop, "early_stop")
    used = sorted(_members(check_list(groups, "groups")))
    if used != list(range(len(factors))):
        raise ValueError(f"groups must hold each factor once, got {used}")
    return _grouped(factors, groups, target, sizes, early_stop)


def _members(group):
    """Numbers of the factors of a group, however deep."""
    if not isinstance(group, (list, tuple)):
        return [check_count(group, "groups")]
    return [number for part in group for number in _members(part)]


def _marginal(factors, group, kept, sizes, early_stop):
    """Max-marginal of one group: by recursion where it is split itself."""
    if group and all(isinstance(part, (list, tuple)) for part in group):
        return _grouped(factors, group, kept, sizes, early_stop)
    members = [factors[number] for number in _members(group)]
    if members:
        return _brute(members, kept, sizes)
    return MaxMarginal(np.zeros(()), 0)


def _grouped(factors, groups, target, sizes, early_stop):
    if len(groups) != 3:
        raise ValueError(f"groups must be three, got {len(groups)}")
    scopes = [_scope([factors[n] for n in _members(group)]) for group in groups]
    x = {*scopes[0], *target}
    y = set(scopes[1])
    z = set(scopes[2])
    # only these are maximised by the search: all else was within one group
    shared = tuple(sorted((y & z) - x))
    keep_x = tuple(sorted(((y | z) & x) | set(target)))
    # a variable of the target that no factor of the first group has is none of its axes
    own = tuple(name for name in keep_x if name in scopes[0])
    keep_y = tuple(sorted(y & x))
    keep_z = tuple(sorted(z & x))
    parts = [
        _marginal(factors, group, kept, sizes, early_stop)
        for group, kept in zip(groups, (own, keep_y + shared, keep_z + shared))
    ]
    n_products = sum(part.n_products for part in parts)
    pairs, formed = _search(parts[1:], (keep_y, keep_z), shared, sizes, early_stop)
    joint = _joint([(own, parts[0].values), pairs], keep_x, sizes)
    return MaxMarginal(_maximise(joint, keep_x, target), n_products + formed)


def _search(parts, kept, shared, sizes, early_stop):
    """Best product of two groups over what they share, as a factor, and the products formed."""
    width = int(np.prod([sizes[name] for name in shared]))
    left, right = (part.values.reshape(-1, width) for part in parts)
    rows = sorted_rows(right)
    lists = sorted_lists(left)
    found = empty_found(len(left), len(right))
    n_products = 0
    for which, live in enumerate(_partners(kept, sizes)):
        n_products += search_rows(rows, lists, which, live, found, False, early_stop)
    return _as_factor(found.top, kept, sizes), n_products


def _partners(kept, sizes):
    """For each state of the left group, the states of the right one that agree with it."""
    common = [name for name in kept[0] if name in kept[1]]
    codes = [_codes(names, common, sizes) for names in kept]
    return [np.flatnonzero(codes[1] == code).astype(np.int32) for code in codes[0]]


def _codes(names, common, sizes):
    """A number for the state of the common variables, for each joint state of the names."""
    shape = [sizes[name] for name in names]
    n_states = int(np.prod(shape))
    states = np.indices(shape).reshape(len(names), n_states)
    code = np.zeros(n_states, dtype=np.int64)
    for name in common:
        code = code * sizes[name] + states[names.index(name)]
    return code


def _as_factor(top, kept, sizes):
    """An array (left states, right states) as a factor; what both have is set equal."""
    shape = [sizes[name] for names in kept for name in names]
    letters = list(range(len(shape)))
    seen = {}
    for axis, name in enumerate([*kept[0], *kept[1]]):
        letters[axis] = seen.setdefault(name, axis)
    names = tuple(seen)
    # einsum takes the diagonal where a variable stands on both sides
    return names, np.einsum(top.reshape(shape), letters, list(seen.values()))
