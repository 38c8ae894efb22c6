"""Solvers of :math:`\\ell_1` problems that the dual augmented Lagrangian was compared with."""
