"""Committee, bags and local experts against the full process and their formulas."""

import numpy as np
import pytest

from mlcompanion.gp import GPRegressor, SquaredExponential
from mlcompanion.gp.tiles import BaggedGP, BayesianCommitteeMachine, LocalExperts

RNG = np.random.default_rng(5)
COVARIANCE = SquaredExponential(0.8, 1.2)
NOISE = 0.1
X = RNG.uniform(0, 4, size=(80, 2))
Y = np.sin(2 * X[:, 0]) + X[:, 1] + 0.3 * RNG.normal(size=80)
QUERY = RNG.uniform(0, 4, size=(15, 2))
GIVEN = {"covariance": COVARIANCE, "noise_variance": NOISE}
FULL = GPRegressor(COVARIANCE, NOISE, fit_parameters=False).fit(X, Y)


def process(rows):
    return GPRegressor(COVARIANCE, NOISE, fit_parameters=False, fit_mean=False).fit(
        X[rows], Y[rows] - Y.mean()
    )


@pytest.mark.parametrize(
    "model",
    [
        BayesianCommitteeMachine(80, **GIVEN),
        LocalExperts(1, 80, **GIVEN),
        LocalExperts(3, 80, **GIVEN),
    ],
)
@pytest.mark.parametrize("noisy", [False, True])
def test_with_all_data_in_one_it_is_the_full_process(model, noisy):
    found = model.fit(X, Y).predict(QUERY, return_std=True, noisy=noisy)
    wanted = FULL.predict(QUERY, return_std=True, noisy=noisy)
    np.testing.assert_allclose(found[0], wanted[0], rtol=1e-4)
    np.testing.assert_allclose(found[1], wanted[1], rtol=1e-4)
    np.testing.assert_allclose(model.predict(QUERY), found[0])


def test_the_committee_multiplies_posteriors():
    model = BayesianCommitteeMachine(40, by="random", random_state=0, **GIVEN).fit(X, Y)
    assert len(model.modules_) == 2
    prior = COVARIANCE(QUERY) + 1e-6 * COVARIANCE.scale**2 * np.eye(15)
    precision = -np.linalg.inv(prior)
    weighted = np.zeros(15)
    for module in model.modules_:
        across = COVARIANCE(QUERY, module.X)
        A = COVARIANCE(module.X) + NOISE * np.eye(len(module.X))
        own = np.linalg.inv(prior - across @ np.linalg.solve(A, across.T))
        precision += own
        weighted += own @ across @ np.linalg.solve(A, module.y)
    C = np.linalg.inv(precision)
    mean, deviation = model.predict(QUERY, return_std=True)
    np.testing.assert_allclose(mean, C @ weighted + Y.mean(), rtol=1e-4)
    np.testing.assert_allclose(deviation**2, np.diag(C), rtol=1e-3)


def test_queries_are_answered_in_their_order_block_by_block():
    model = BayesianCommitteeMachine(80, n_query=4, **GIVEN).fit(X, Y)
    np.testing.assert_allclose(model.predict(QUERY), FULL.predict(QUERY), rtol=1e-4)


def test_bags_are_averaged_with_the_variance_of_the_mixture():
    model = BaggedGP(3, 30, random_state=0, **GIVEN).fit(X, Y)
    parts = []
    for bag in model.bags_:
        single = GPRegressor(COVARIANCE, NOISE, fit_parameters=False, fit_mean=False)
        parts.append(single.fit(bag.X, bag.y).predict(QUERY, return_std=True))
    means, deviations = np.array(parts).transpose(1, 0, 2)
    mean, deviation = model.predict(QUERY, return_std=True)
    np.testing.assert_allclose(mean, means.mean(axis=0) + Y.mean())
    np.testing.assert_allclose(deviation**2, (deviations**2).mean(axis=0) + means.var(axis=0))
    np.testing.assert_allclose(model.predict(QUERY), mean)
    noisy = model.predict(QUERY, return_std=True, noisy=True)[1]
    np.testing.assert_allclose(noisy**2, deviation**2 + NOISE)


def test_a_regions_process_is_heard_where_it_knows_something():
    x = np.linspace(0, 20, 200)[:, None]
    y = np.where(x[:, 0] < 10, -1.0, 1.0)
    model = BaggedGP(2, 100, local=True, random_state=0, **GIVEN).fit(x, y)
    np.testing.assert_allclose(model.predict([[2.0], [18.0]]), [-1, 1], atol=0.05)
    far = model.predict([[500.0]], return_std=True)
    assert far[0][0] == pytest.approx(0.0, abs=1e-9)
    assert far[1][0] == pytest.approx(COVARIANCE.scale)


def test_an_expert_is_a_process_on_the_nearest_data():
    model = LocalExperts(1, 10, **GIVEN).fit(X, Y)
    scaled = (X - X.min(axis=0)) / np.ptp(X, axis=0)
    center = np.argmin(((scaled - (QUERY[0] - X.min(axis=0)) / np.ptp(X, axis=0)) ** 2).sum(axis=1))
    rows = np.argsort(((scaled - scaled[center]) ** 2).sum(axis=1))[:10]
    wanted = process(rows).predict(QUERY[:1], return_std=True)
    found = model.predict(QUERY[:1], return_std=True)
    assert found[0][0] == pytest.approx(wanted[0][0] + Y.mean())
    assert found[1][0] == pytest.approx(wanted[1][0])


@pytest.mark.parametrize(
    "model",
    [
        BayesianCommitteeMachine(30, random_state=0),
        BaggedGP(2, 60, random_state=0),
        LocalExperts(3, 30, 4, random_state=0),
    ],
)
def test_hyperparameters_are_learnt(model):
    found = model.fit(X, Y).predict(X)
    assert np.mean((found - Y) ** 2) < 0.3 * Y.var()


def test_hyperparameters_are_given_together():
    with pytest.raises(ValueError, match="noise_variance"):
        BaggedGP(covariance=COVARIANCE).fit(X, Y)
