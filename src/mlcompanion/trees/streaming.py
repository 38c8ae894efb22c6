"""Examples that run through a label tree: which way, what is noted, what is learned.

Choromanska (2014), section 4.4, Algorithm 6, and the random tree of section 4.5. At each node the
regressor's margin is noted before it is trained; the label's mean margin against that of all
examples decides the way. Each example costs O(d) at each node of its path.
"""

from typing import NamedTuple

import numpy as np

from mlcompanion._jit import njit
from mlcompanion.online.core.compiled import dot

from .nodes import INNER, LEFT, PAIRS, RIGHT, find_pair, has_room, open_children

__all__ = []

#: Means of equal margins differ by rounding: a smaller lead than this is none.
TIE = 1e-12


class StepRule(NamedTuple):
    """How a regressor is trained.

    Attributes
    ----------
    step : float
        Length of the first step.
    decay : float
        The n-th example of a node takes a step of ``step / n**decay``.
    squared : bool
        Squared loss; absolute loss otherwise.
    forget : float
        Least weight of a new margin in a mean; 0 for means over all examples.
    """

    step: float
    decay: float
    squared: bool
    forget: float


@njit
def train_step(w, x, target, margin, step, squared):
    """One step of a regressor towards a target of -1 or 1, from the margin that it gave.

    The absolute loss pulls with the same force from afar as from near, and not at all once the
    margin has reached the target. A step of the squared loss never goes beyond it.
    """
    amount = 0.0
    if squared:
        square = dot(x, x)
        amount = step * (target - margin)
        if step * square > 1.0:
            amount = (target - margin) / square
    elif target * margin < 1.0:
        amount = step * target
    if amount != 0.0:
        for j in range(len(w)):
            w[j] += amount * x[j]


@njit
def step_of(rule, n):
    """Length of the step for the n-th example."""
    return rule.step if rule.decay == 0.0 else rule.step / n**rule.decay


@njit
def note(v, label, margin, nodes, pairs, sizes, forget):
    """Count an example at node v; return by how much its label's mean margin leads all examples'.

    Means are over all examples, or, where these are many, over about the last ``1 / forget``.
    """
    clipped = min(max(margin, -1.0), 1.0)
    place = find_pair(v, label, pairs)
    if pairs.node[place] < 0:
        pairs.node[place] = v
        pairs.label[place] = label
        sizes[PAIRS] += 1
    pairs.count[place] += 1
    nodes.examples[v] += 1
    count = pairs.count[place]
    pairs.margin[place] += max(1.0 / count, forget) * (clipped - pairs.margin[place])
    nodes.margin[v] += max(1.0 / nodes.examples[v], forget) * (clipped - nodes.margin[v])
    # of equally frequent labels the first, whatever the order of the stream
    if count > nodes.count[v] or (count == nodes.count[v] and label < nodes.label[v]):
        nodes.count[v] = count
        nodes.label[v] = label
    return pairs.margin[place] - nodes.margin[v]


@njit
def grow_pass(rows, labels, nodes, pairs, sizes, rule, most_inner):
    """Algorithm 6: run examples from the root down; return how many there was room for.

    What is kept changes in place. A leaf gets children once its regressor sends an example to the
    other side than all before (footnote 1), as long as fewer than ``most_inner`` nodes have some. A
    leaf that can have none is trained no more.
    """
    for t in range(len(rows)):
        if not has_room(sizes, nodes, pairs):
            return t
        x = rows[t]
        v = 0
        while v >= 0:
            is_leaf = nodes.children[v, LEFT] < 0
            if is_leaf and sizes[INNER] >= most_inner:
                note(v, labels[t], 0.0, nodes, pairs, sizes, 0.0)
                break
            margin = dot(nodes.weights[v], x)
            lead = note(v, labels[t], margin, nodes, pairs, sizes, rule.forget)
            side = RIGHT if lead > TIE else LEFT
            step = step_of(rule, nodes.examples[v])
            train_step(nodes.weights[v], x, 2.0 * side - 1.0, margin, step, rule.squared)
            nodes.sent[v] |= 1 + (RIGHT if margin > 0.0 else LEFT)
            if is_leaf and nodes.sent[v] == 3:
                open_children(v, nodes, sizes)
            v = nodes.children[v, side]
    return len(rows)


@njit
def random_pass(rows, labels, nodes, pairs, sizes, rule, middles):
    """Run examples down the paths of their labels and train the regressors on the way.

    ``middles[v]`` is the first label that belongs to the right of node v; labels are places in the
    tree's order. Returns how many examples there was room for.
    """
    for t in range(len(rows)):
        if not has_room(sizes, nodes, pairs):
            return t
        x = rows[t]
        v = 0
        while nodes.children[v, LEFT] >= 0:
            margin = dot(nodes.weights[v], x)
            note(v, labels[t], margin, nodes, pairs, sizes, rule.forget)
            side = RIGHT if labels[t] >= middles[v] else LEFT
            step = step_of(rule, nodes.examples[v])
            train_step(nodes.weights[v], x, 2.0 * side - 1.0, margin, step, rule.squared)
            v = nodes.children[v, side]
        note(v, labels[t], 0.0, nodes, pairs, sizes, 0.0)
    return len(rows)


@njit
def leaves_of(rows, weights, children):
    """The leaf that each row comes to, by the signs of the margins; a margin of 0 goes left."""
    leaves = np.empty(len(rows), dtype=np.int64)
    for t in range(len(rows)):
        v = 0
        while children[v, LEFT] >= 0:
            v = children[v, RIGHT if dot(weights[v], rows[t]) > 0.0 else LEFT]
        leaves[t] = v
    return leaves


@njit
def one_against_all_pass(rows, labels, weights, rule, start):
    """Train the regressors of all labels on each row, targets 1 of its own and -1 of the others.

    ``start`` examples came before. O(k d) a row.
    """
    for t in range(len(rows)):
        step = step_of(rule, start + t + 1)
        for label in range(len(weights)):
            target = 1.0 if label == labels[t] else -1.0
            margin = dot(weights[label], rows[t])
            train_step(weights[label], rows[t], target, margin, step, rule.squared)
