"""Counted products with random potentials: chains, grids, loops, cliques, rings and groups."""

import numpy as np

from mlcompanion.graphical.messages import (
    brute_max_marginal,
    chain_map,
    clique_max_marginal,
    grid_map,
    group_max_marginal,
    loop_map,
)

CHAIN_SIZES = (32, 64, 128, 256, 512, 1024)
CLIQUE_SIZES = (16, 32, 64, 128, 256)
SHARED_SIZES = (6, 9, 12, 16, 20, 24)
LENGTH = 20


def chain_case(n, seed):
    """A chain of 20 nodes: products, inner products, and whether the answer is the naive one."""
    rng = np.random.default_rng([seed, n])
    unary = rng.random((LENGTH, n))
    pairwise = rng.random((n, n))
    found = chain_map(unary, pairwise)
    naive = chain_map(unary, pairwise, method="naive")
    equal = found.value == naive.value and (found.states == naive.states).all()
    return {"products": found.n_products, "inner": (LENGTH - 1) * n, "equal": bool(equal)}


def grid_case(n, seed, side=10):
    """A grid of 10 by 10, five sweeps."""
    rng = np.random.default_rng([seed, n])
    unary = rng.random((side, side, n))
    pairwise = rng.random((n, n))
    found = grid_map(unary, pairwise, random_state=seed)
    naive = grid_map(unary, pairwise, random_state=seed, method="naive")
    equal = np.allclose(found.beliefs, naive.beliefs, rtol=0, atol=1e-12)
    return {"products": found.n_products, "inner": found.n_messages * n, "equal": equal}


def clique_case(n, seed, n_nodes=10):
    """A closed loop of ten cliques of three, once around in both directions."""
    near, far = np.random.default_rng([seed, n]).random((2, n_nodes, n, n))
    return loop_case(near, far)


def loop_case(near, far):
    """Products, inner products and equality for a loop."""
    found = loop_map(near, far, 1)
    naive = loop_map(near, far, 1, method="naive")
    equal = np.allclose(found.beliefs, naive.beliefs, rtol=0, atol=1e-12)
    return {"products": found.n_products, "inner": 2 * near.size, "equal": equal}


def shared_case(n, seed):
    """A clique of four with two shared variables (Equation 12)."""
    rng = np.random.default_rng([seed, n])
    pair = rng.random((n, n))
    left, right = rng.random((2, n, n, n))
    found = clique_max_marginal(pair, left, right)
    naive = clique_max_marginal(pair, left, right, method="naive")
    return {
        "products": found.n_products,
        "inner": n * n,
        "equal": bool((found.values == naive.values).all()),
    }


def over_sizes(case, sizes, repeats):
    """Mean products for each size, products per inner product at the last, and all equalities."""
    runs = [[case(n, seed) for seed in range(repeats)] for n in sizes]
    products = [np.mean([run["products"] for run in row]) for row in runs]
    per_inner = products[-1] / runs[-1][0]["inner"]
    return products, per_inner, [run["equal"] for row in runs for run in row]


def ring_factors(n, rng, n_nodes=6):
    """Factors of a ring, and groups that take it apart: pairs of arcs, again and again."""
    factors = [((t, (t + 1) % n_nodes), rng.random((n, n))) for t in range(n_nodes)]
    arc = [n_nodes - 1]
    for t in range(n_nodes - 2, 1, -1):
        arc = [[], [t], arc]
    return factors, [[0], [1], arc], (0, 1)


#: Scopes, groups and targets: two and three variables a factor, as in Figure 6.
FACTOR_SETS = (
    ([(0, 1), (0, 2), (1, 2)], [[0], [1], [2]], (0, 1)),
    ([(0, 1, 2), (0, 3, 4), (1, 3, 4), (2, 5)], [[0], [1], [2, 3]], (0, 1)),
    ([(2, 3, 4), (0, 2), (3, 4, 5), (1, 3), (2, 4, 5), (4, 6), (5, 6)],
     [[0, 1], [2, 3], [4, 5, 6]], (2, 3)),
)  # fmt: skip


def group_differences(sizes, repeats, seed=0):
    """Max-marginals compared with brute force, and how many differ."""
    rng = np.random.default_rng(seed)
    wrong = 0
    tried = 0
    for n in sizes:
        for _ in range(repeats):
            problems = [ring_factors(n, rng)]
            for scopes, groups, target in FACTOR_SETS:
                factors = [(scope, rng.random((n,) * len(scope))) for scope in scopes]
                problems.append((factors, groups, target))
            for factors, groups, target in problems:
                found = group_max_marginal(factors, groups, target).values
                brute = brute_max_marginal(factors, target).values
                wrong += np.abs(found - brute).max() > 1e-12
                tried += 1
    return int(wrong), tried


def ring_products(n, repeats, seed=0):
    """Mean products formed for a ring of six by Algorithm 5 with recursion."""
    rng = np.random.default_rng([seed, n])
    problems = [ring_factors(n, rng) for _ in range(repeats)]
    return np.mean([group_max_marginal(*problem).n_products for problem in problems])
