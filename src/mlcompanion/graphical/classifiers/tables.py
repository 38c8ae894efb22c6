r"""Parameters of a network as tables of logarithms, and the joint law's logarithm by looking up.

.. math:: \log P(\mathbf x,c)=\log\theta_c+\sum_i\log\theta_{ijck}

Carvalho, Roos, Oliveira and Myllymäki (2011), equation (2), with the smoothing of section 5.
"""

import numpy as np

from .families import count_family

__all__ = ["cell_of", "log_joint", "log_tables"]


def log_tables(X, codes, n_classes, parents, n_states, pseudo_count):
    """Natural logarithms of smoothed frequencies; what was never seen has minus infinity.

    Returns
    -------
    priors : ndarray, shape (s,)
    tables : list of ndarray, shape (q_i * r_i, s)
        A row a cell of parents and attribute, see :func:`cell_of`. Without pseudo-count a
        configuration of parents that a class never has leaves its values equally likely.
    """
    with np.errstate(divide="ignore"):
        counts = np.bincount(codes, minlength=n_classes) + pseudo_count
        priors = np.log(counts / counts.sum())
        tables = []
        for child, above in enumerate(parents):
            found = count_family(X, codes, n_classes, child, above, n_states) + pseudo_count
            total = found.sum(axis=2, keepdims=True)
            # a configuration that was never seen says nothing: all states alike
            empty = total == 0
            share = (found + empty) / (total + empty * found.shape[2])
            tables.append(np.log(share).transpose(0, 2, 1).reshape(-1, n_classes))
    return priors, tables


def cell_of(X, child, parents, n_states):
    """The row of the attribute's table that each row of ``X`` asks for."""
    place = np.zeros(len(X), dtype=np.int64)
    for parent in parents:
        place = place * n_states[parent] + X[:, parent]
    return place * n_states[child] + X[:, child]


def log_joint(X, parents, n_states, priors, tables):
    """Logarithm of the joint probability of each row with each class, shape (n, s)."""
    total = np.tile(priors, (len(X), 1))
    for child, above in enumerate(parents):
        total += tables[child][cell_of(X, child, above, n_states)]
    # a row that no class can have leaves all equally likely, not undefined
    impossible = np.isneginf(total).all(axis=1)
    total[impossible] = priors
    return total
