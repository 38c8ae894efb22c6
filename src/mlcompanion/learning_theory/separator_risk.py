"""Exact risks of linear hypotheses on the noisy separator, without a test sample.

Appendix B of Shalev-Shwartz (2007) compares risks that an experiment can only estimate. On
:func:`mlcompanion.datasets.make_noisy_separator` a risk depends on two numbers only, the length of
``w`` and its angle to the true normal, so that it is an integral in two dimensions.
"""

import numpy as np
from scipy.interpolate import CubicSpline, RectBivariateSpline
from scipy.optimize import minimize_scalar
from scipy.special import betainc, roots_jacobi

from mlcompanion._validation import check_array, check_count, check_instance, check_real
from mlcompanion.losses import Hinge, ScoreLoss

__all__ = ["SeparatorRisk"]

NODES = (64, 24)  # along the normal, across it
GRID = (41, 49)  # lengths, angles


class SeparatorRisk:
    """Risk of ``x -> <w, x>`` when x is uniform on the sphere and labels are flipped.

    With ``z = <u, x>`` along the normal ``u`` and ``b`` a coordinate of the rest of ``x``,
    ``<w, x> = |w| (z cos angle + sqrt(1 - z^2) b sin angle)``. The law of ``z`` has density
    proportional to ``(1 - z^2)^((n-3)/2)``, that of ``b`` to ``(1 - b^2)^((n-4)/2)``. Quadrature on
    a grid of lengths and angles gives a spline; then a hypothesis costs about a microsecond.

    Parameters
    ----------
    n_features : int
        At least 3.
    loss : ScoreLoss, optional
        A continuous loss for targets -1 and 1; the hinge by default.
    radius : float
        Largest length of ``w``.
    margin : float
        As in the generator.

    Notes
    -----
    Three million losses for the grid, 0.1 s; the spline is good to about 1e-4 of the loss.
    """

    def __init__(self, n_features, loss=None, radius=10.0, margin=0.0):
        n = self.n_features = check_count(n_features, "n_features", low=3)
        self.loss = check_instance(Hinge() if loss is None else loss, "loss", ScoreLoss)
        self.radius = check_real(radius, "radius", low=0, open_low=True)
        self.margin = check_real(margin, "margin", low=0, high=1, open_high=True)
        nodes, weights = np.polynomial.legendre.leggauss(NODES[0])
        # only z > 0: turning x and the label together changes nothing
        self._z = self.margin + (1 - self.margin) * (nodes + 1) / 2
        mass = weights * (1 - self._z**2) ** ((n - 3) / 2)
        self._mass = mass / mass.sum()
        self._b, across = roots_jacobi(NODES[1], (n - 4) / 2, (n - 4) / 2)
        self._across = across / across.sum()
        lengths = np.linspace(0, self.radius, GRID[0])
        angles = np.linspace(0, np.pi, GRID[1])
        values = np.column_stack([self._clean_risks(lengths, angle) for angle in angles])
        self._spline = RectBivariateSpline(lengths, angles, values)
        fine = np.linspace(0, np.pi, 4 * GRID[1])
        self._error = CubicSpline(fine, [self._clean_error(angle) for angle in fine])

    def _projections(self, angle):
        """Scores of a unit vector at this angle, at every node."""
        beside = np.sqrt(1 - self._z**2)
        return np.cos(angle) * self._z[:, None] + np.sin(angle) * np.outer(beside, self._b)

    def _clean_risks(self, lengths, angle):
        """Risks without flips of vectors of several lengths at one angle."""
        scores = self._projections(angle)
        mass = np.outer(self._mass, self._across)
        return [np.sum(mass * self.loss.value(r * scores, 1.0)) for r in lengths]

    def _clean_error(self, angle):
        """Share of instances on the wrong side: the law of ``b`` is a beta law."""
        if angle in (0.0, np.pi):
            return float(angle > 0)
        cut = -self._z / np.tan(angle) / np.sqrt(1 - self._z**2)
        half = (self.n_features - 2) / 2
        return float(self._mass @ betainc(half, half, (np.clip(cut, -1, 1) + 1) / 2))

    def _polar(self, W, coef):
        coef = check_array(coef, "coef", shape=(self.n_features,))
        W = check_array(W, "W")
        if W.ndim not in (1, 2) or W.shape[-1] != self.n_features:
            raise ValueError(f"W must have {self.n_features} columns, got shape {W.shape}")
        lengths = np.linalg.norm(W, axis=-1)
        if np.max(lengths, initial=0.0) > self.radius * (1 + 1e-9):
            raise ValueError(f"W has vectors longer than the radius {self.radius}")
        cosines = (W @ coef) / np.maximum(lengths, 1e-300) / np.linalg.norm(coef)
        return lengths, np.arccos(np.clip(cosines, -1, 1))

    def risk(self, W, coef, flip=0.0):
        """Expected loss of every row of ``W``.

        Parameters
        ----------
        W : array_like, shape (T, n_features) or (n_features,)
        coef : array_like, shape (n_features,)
            The generator's normal ``u``.
        flip : float
            Probability of a flipped label.

        Returns
        -------
        ndarray, shape (T,), or float
        """
        flip = check_real(flip, "flip", low=0, high=1)
        lengths, angles = self._polar(W, coef)
        clean = self._spline.ev(lengths, angles)
        turned = self._spline.ev(lengths, np.pi - angles)  # the loss of -y is the loss of -w
        return ((1 - flip) * clean + flip * turned)[()]

    def error(self, W, coef, flip=0.0):
        """Probability of a mistake of every row of ``W``; 1 for the vector zero, as in a stream."""
        flip = check_real(flip, "flip", low=0, high=1)
        lengths, angles = self._polar(W, coef)
        wrong = self._error(angles)
        return np.where(lengths > 0, (1 - flip) * wrong + flip * (1 - wrong), 1.0)[()]

    def best(self, flip=0.0):
        """Least risk in the ball, and the length at which it is attained.

        For a convex loss it lies on the normal: averaging a vector over all rotations that fix the
        normal keeps every risk it averages, hence does not raise the risk.

        Returns
        -------
        risk, length : float
        """
        flip = check_real(flip, "flip", low=0, high=0.5)

        def along(length):
            clean = self._clean_risks([length, -length], 0.0)
            return (1 - flip) * clean[0] + flip * clean[1]

        found = minimize_scalar(along, bounds=(0, self.radius), method="bounded")
        ends = [(along(r), r) for r in (0.0, self.radius, float(found.x))]
        return min(ends)  # the search may end beside an end that is better
