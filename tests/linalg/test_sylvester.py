"""The eigenvector solution against SciPy's Schur form and against one large linear system."""

import numpy as np
import pytest
from scipy.linalg import solve_sylvester

from mlcompanion.linalg import sylvester_symmetric, vec


@pytest.mark.parametrize(("b", "T"), [(1, 1), (4, 7), (9, 3)])
def test_agrees_with_two_other_solvers(b, T):
    rng = np.random.default_rng(b)
    A = rng.normal(size=(b, b))
    B = rng.normal(size=(T, T))
    Z = rng.normal(size=(b, T))
    A = A @ A.T
    B = B @ B.T + np.eye(T)
    ours = sylvester_symmetric(A, B, Z)
    np.testing.assert_allclose(ours, solve_sylvester(A, B, Z), rtol=1e-9, atol=1e-11)
    system = np.kron(np.eye(T), A) + np.kron(B.T, np.eye(b))
    np.testing.assert_allclose(vec(ours), np.linalg.solve(system, vec(Z)), rtol=1e-9, atol=1e-11)


def test_indefinite_matrices_and_no_solution():
    A = np.diag([3.0, -2.0])
    B = np.diag([1.0, -1.0])
    Z = np.ones((2, 2))
    ours = sylvester_symmetric(A, B, Z)
    np.testing.assert_allclose(A @ ours + ours @ B, Z)
    with pytest.raises(ValueError, match="no unique solution"):
        sylvester_symmetric(A, np.diag([2.0, 5.0]), Z)
