"""Compiled loops of sparse coding: many small lassos over one dictionary."""

from mlcompanion._jit import njit

__all__ = []


@njit
def code_rows(gram, products, codes, lam, tol, max_sweeps):
    """Codes of all rows by coordinate descent, in place; returns the most sweeps a row took.

    ``gram`` (D, D) holds the products of the dictionary's topics, ``products`` (N, D) those of the
    rows with them. A row is done when no code moved by more than ``tol``, in the row's own scale.
    A row that needs all ``max_sweeps`` makes the result ``max_sweeps``.
    """
    N, D = products.shape
    most = 0
    for i in range(N):
        code = codes[i]
        slope = products[i] - gram @ code  # minus the gradient of the squared distance
        sweeps = 0
        while sweeps < max_sweeps:
            sweeps += 1
            moved = 0.0
            largest = 0.0
            for k in range(D):
                curve = gram[k, k]
                if curve <= 0.0:  # an empty topic codes nothing
                    code[k] = 0.0
                    continue
                old = code[k]
                # as if this topic's code were 0; then the soft threshold
                pull = slope[k] + curve * old
                new = max(abs(pull) - lam, 0.0) / curve
                if pull < 0.0:
                    new = -new
                step = new - old
                if step != 0.0:
                    code[k] = new
                    # every slope by one row of the Gram matrix
                    for other in range(D):
                        slope[other] -= step * gram[k, other]
                moved = max(moved, abs(step))
                largest = max(largest, abs(new))
            if moved <= tol * largest:
                break
        most = max(most, sweeps)
    return most
