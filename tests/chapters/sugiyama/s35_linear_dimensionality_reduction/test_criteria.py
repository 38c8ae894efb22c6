"""The peak of each criterion is the line of the estimator with that criterion."""

import numpy as np
import pytest

from mlcompanion.reduction.linear import LFDA, LPP, PCA, FisherProjection
from mlcompanion_chapters.sugiyama.s35_linear_dimensionality_reduction import clouds, criteria
from mlcompanion_chapters.sugiyama.s35_linear_dimensionality_reduction.experiments import LISTING

MODELS = {
    "position": PCA(1),
    "neighbours": LPP(1, **LISTING),
    "classes": FisherProjection(1),
    "classes, locally": LFDA(1, **LISTING),
}


@pytest.mark.parametrize("cloud", clouds.CLOUDS)
def test_peaks_are_the_estimators_lines(cloud):
    X, groups = clouds.CLOUDS[cloud](random_state=3)
    curves = criteria.criterion_curves(X, groups)
    assert len(curves) == (2 if cloud == "one cloud" else 4)
    for name, angle in criteria.best_angles(curves).items():
        T = MODELS[name].fit(X, groups).components_
        assert clouds.angle_between(T, clouds.direction(angle)) <= 0.26
        assert (np.min(curves[name]), np.max(curves[name])) == (0, 1)
