r"""The trace norm: a penalty on the spectrum of a matrix of unknowns.

Sugiyama (2016), section 24.4.4; Tomioka et al. (2011), Table 2. The Jacobian of its prox comes from
the derivative of singular values.
"""

import numpy as np

from mlcompanion._validation import check_array, check_real

from .penalties import Penalty, largest_ratio

__all__ = ["TraceNorm"]


class TraceNorm(Penalty):
    r"""Sum of the singular values, :math:`\lambda\|W\|_*`: sparsity of the spectrum is low rank.

    Notes
    -----
    Cost: one thin singular value decomposition.
    Source: Sugiyama (2016), section 24.4.4; Tomioka et al. (2011), Table 2.
    """

    def __init__(self, lam=1.0):
        self.lam = check_real(lam, "lam", low=0)

    def _argument(self, w, name):
        return check_array(w, name, ndim=2, min_rows=1)

    def _value(self, w):
        return self.lam * np.linalg.svd(w, compute_uv=False).sum()

    def _prox(self, v, step):
        left, sizes, right = np.linalg.svd(v, full_matrices=False)
        return (left * np.maximum(sizes - step * self.lam, 0.0)) @ right

    def _dual_norm(self, g):
        """Largest singular value over ``lam``."""
        return largest_ratio(np.linalg.norm(g, 2), self.lam)

    def free(self, shape):
        """All entries, if the weight is 0."""
        return np.full(shape, self.lam == 0)

    def jacobian_root(self, q, p, step, columns):
        """Eigenvectors of the derivative of singular value shrinkage, one column for each."""
        rows, width = q.shape
        # in full: the derivative also turns singular vectors into the null spaces
        left, sizes, right = np.linalg.svd(q)
        n = max(rows, width)
        s = np.zeros(n)
        s[: len(sizes)] = sizes
        f = np.maximum(s - step * self.lam, 0.0)
        slopes = columns(np.arange(q.size)).reshape(-1, rows, width)
        turned = np.einsum("pi,mpq,jq->mij", left, slopes, right, optimize=True)
        found = []
        for i in range(np.count_nonzero(f)):
            found.append(turned[:, i, i])
            for j in range(i + 1, n):
                # entries (i, j) and (j, i) exist
                over = j < width
                under = j < rows
                plus = (f[i] + f[j]) / (s[i] + s[j])
                # equal singular values share the derivative of the shrinkage, 1 above the threshold
                minus = (f[i] - f[j]) / (s[i] - s[j]) if s[i] > s[j] else 1.0
                if over and under:
                    a = turned[:, i, j]
                    b = turned[:, j, i]
                    # symmetric turns feel the difference quotient, skew ones the quotient of sums
                    found += [(a + b) * np.sqrt(minus / 2), (a - b) * np.sqrt(plus / 2)]
                elif over or under:
                    found.append((turned[:, i, j] if over else turned[:, j, i]) * np.sqrt(plus))
        return np.column_stack(found) if found else np.zeros((len(slopes), 0))
