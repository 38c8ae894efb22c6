import numpy as np
import pytest
from sklearn.linear_model import LassoCV as Peer
from sklearn.model_selection import KFold
from sklearn.utils.estimator_checks import parametrize_with_checks

from mlcompanion.sparse.lasso import Lasso, LassoCV

RNG = np.random.default_rng(0)
X = RNG.normal(size=(83, 12)) * np.geomspace(0.5, 2, 12) + 1
Y = X[:, :4] @ [4.0, -3.0, 2.0, 1.0] + 4 * RNG.normal(size=83)
FOLDS = list(KFold(4).split(X))


def folds_are_drawn(_):
    """Copies of a row fall into several folds, a row of weight zero into one."""
    words = "other rows have other folds"
    return {f"check_sample_weight_equivalence_on_{k}_data": words for k in ("dense", "sparse")}


@parametrize_with_checks([LassoCV(n_lams=5, cv=3)], expected_failed_checks=folds_are_drawn)
def test_follows_scikit_learn(estimator, check):
    check(estimator)


@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("weighted", [False, True])
def test_errors_and_choice_are_those_of_scikit_learn(fit_intercept, weighted):
    lams = np.geomspace(5, 2000, 15)
    weights = RNG.integers(1, 4, 83).astype(float) if weighted else None
    total = 83.0 if weights is None else weights.sum()
    model = LassoCV(lams, cv=FOLDS, fit_intercept=fit_intercept, tol=1e-10)
    model.fit(X, Y, sample_weight=weights)
    peer = Peer(
        alphas=lams / total, cv=FOLDS, fit_intercept=fit_intercept, tol=1e-10, max_iter=100_000
    ).fit(X, Y, sample_weight=weights)
    np.testing.assert_allclose(model.mse_path_, peer.mse_path_, rtol=1e-6)
    np.testing.assert_array_equal(model.lams_, lams[::-1])
    if not weighted:  # scikit-learn counts a fold as its weights there
        assert model.lam_ == pytest.approx(peer.alpha_ * total)
        np.testing.assert_allclose(model.coef_, peer.coef_, atol=1e-6)
        assert model.intercept_ == pytest.approx(peer.intercept_, abs=1e-5)
    assert lams[0] < model.lam_ < lams[-1], "the choice lies inside the grid"


def test_one_standard_error_takes_the_largest_penalty_that_is_as_good():
    best = LassoCV(cv=FOLDS).fit(X, Y)
    plain = LassoCV(cv=FOLDS, rule="1se").fit(X, Y)
    np.testing.assert_array_equal(plain.mse_path_, best.mse_path_)
    mean = best.mse_path_.mean(axis=1)
    least = best.mse_path_[mean.argmin()]
    limit = least.mean() + least.std(ddof=1) / 2
    assert plain.lam_ == max(lam for lam, m in zip(best.lams_, mean) if m <= limit)
    assert plain.lam_ > best.lam_
    assert np.count_nonzero(plain.coef_) < np.count_nonzero(best.coef_)
    again = Lasso(plain.lam_).fit(X, Y)
    np.testing.assert_allclose(plain.coef_, again.coef_, atol=1e-3)


def test_the_grid_begins_where_all_coefficients_vanish():
    model = LassoCV(n_lams=7, ratio=0.01, random_state=0).fit(X, Y)
    assert len(model.lams_) == 7
    assert model.lams_[-1] == pytest.approx(0.01 * model.lams_[0])
    assert not Lasso(model.lams_[0] * 1.0001).fit(X, Y).coef_.any()
    assert Lasso(model.lams_[0] * 0.99).fit(X, Y).coef_.any()


def test_weights_count_like_copies():
    weights = np.tile([1.0, 3.0], 42)[:83]
    rows = np.repeat(np.arange(83), weights.astype(int))
    copied = [
        (np.flatnonzero(np.isin(rows, a)), np.flatnonzero(np.isin(rows, b))) for a, b in FOLDS
    ]
    model = LassoCV(cv=FOLDS, tol=1e-10).fit(X, Y, sample_weight=weights)
    copies = LassoCV(model.lams_, cv=copied, tol=1e-10).fit(X[rows], Y[rows])
    np.testing.assert_allclose(model.mse_path_, copies.mse_path_, rtol=1e-6)
    assert model.lam_ == copies.lam_
    with pytest.raises(ValueError, match="cv must leave rows of positive sample_weight"):
        model.fit(X, Y, sample_weight=np.arange(83) > 40)
