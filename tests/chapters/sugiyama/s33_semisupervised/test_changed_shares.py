"""Changed class shares and the energy distance, in small."""

import numpy as np
import pytest
from scipy.stats import norm

from mlcompanion_chapters.sugiyama.s33_semisupervised import changed_shares as shares


def test_classes_lie_as_in_the_listing():
    X, y, X_test, y_test = shares.changed_classes(n=1000, first=900, first_test=100)
    assert (y == 1).sum() == 900
    assert (y_test == 1).sum() == 100
    np.testing.assert_allclose(X[y == 1].mean(axis=0), [-2, 0], atol=0.3)
    np.testing.assert_allclose(X_test[y_test == 2].std(axis=0), [1, 2], atol=0.3)


def test_weights_lower_the_error():
    found = shares.share_runs(10, random_state=0)
    assert np.mean(found["err_w"]) < np.mean(found["err_u"])
    assert np.mean(found["without"]) < np.mean(found["printed"])


def test_both_forms_of_the_energy_distance(monkeypatch):
    assert max(shares.energy_identity(2, 1, random_state=0)) < 1e-8
    with monkeypatch.context() as patch:
        patch.setattr(shares.math, "gamma", lambda _: 1.1)
        assert min(shares.energy_identity(1, 1, random_state=0)) > 0.01


def test_a_side_of_the_wrong_sign_is_a_difference(monkeypatch):
    monkeypatch.setattr(shares, "_plane_pair", lambda rng: (1.0, -1.0))
    assert shares.energy_identity(0, 1, random_state=0) == [2.0]


def test_mean_absolute_value():
    x = norm(0.7, 1.3).ppf((np.arange(100_000) + 0.5) / 100_000)
    assert shares._mean_absolute(0.7, 1.69) == pytest.approx(np.abs(x).mean(), rel=1e-4)


def test_curvatures_have_both_signs_but_on_the_simplex():
    found = shares.energy_curvatures(5, random_state=0)
    assert found == {"neg": 5, "pos": 5, "simplex_neg": 0}
