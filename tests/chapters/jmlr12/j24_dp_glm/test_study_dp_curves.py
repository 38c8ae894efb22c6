import numpy as np
import pytest
from scipy import integrate, stats

from mlcompanion.bayes.dp_glm import DPGLMRegressor
from mlcompanion.bayes.local_models import local_log_evidence
from mlcompanion_chapters.jmlr12.j24_dp_glm import (
    crash,
    curve_runs,
    local_data,
    printed,
    theorem_checks,
)
from mlcompanion_chapters.jmlr12.j24_dp_glm.settings import CURVE_PRIOR

FEW = {"n_iter": 12, "burn_in": 6, "thin": 3}


def test_cases_cover_the_claims_sizes(study):
    cases = study.cases(**study.SIZES["default"])
    kinds = [case["experiment"] for case in cases]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "bands": 20, "spurious": 50, "edge": 40, "stability": 4, "near": 30, "numbers": 60,
        "classes": 60,
    }  # fmt: skip


@pytest.mark.parametrize("kind", ["spurious", "edge", "stability", "near", "numbers", "classes"])
def test_small_cases(study, monkeypatch, kind):
    for module in (curve_runs, theorem_checks):
        monkeypatch.setattr(module, "HALF", FEW)
    monkeypatch.setattr(curve_runs, "SOURCE", FEW)
    monkeypatch.setattr(curve_runs.of_curves, "__defaults__", (FEW,))
    case = next(case for case in study.cases(share=0.04) if case["experiment"] == kind)
    if kind == "spurious":
        monkeypatch.setattr(study, "spurious_errors", lambda seed, d: {"lines": 0.0 * seed + d})
    row = study.run(case)
    assert all(np.isfinite(value) for value in row.values())


def test_bands_of_a_law_that_is_known():
    """Roughness is a tenth for a smooth function, one for a step."""
    assert curve_runs.roughness(lambda x: x[:, 0] ** 2, 0, 1) == pytest.approx(0.1, rel=0.01)
    assert curve_runs.roughness(lambda x: 1.0 * (x[:, 0] > 0.5), 0, 1) == 1


def test_true_averages_by_simulation():
    functions = theorem_checks.waves(4)
    x, y = local_data.triangular(400_000, np.random.default_rng(0))
    a, b, c = functions.T
    seen = np.cos(a * x + b * y[:, None] + c).mean(axis=0)
    assert theorem_checks.true_averages(functions) == pytest.approx(seen, abs=0.005)


def test_averages_of_one_cluster_by_quadrature():
    function = np.array([[1.2, -0.7, 0.4]])
    parameters = (
        np.array([0.3]), np.array([0.2]), np.array([[0.5, -1.0]]), np.array([0.4]),
    )  # fmt: skip
    found = theorem_checks.averages_of(parameters, function)[0, 0]

    def integrand(y, x):
        density = stats.norm.pdf(x, 0.3, 0.2**0.5) * stats.norm.pdf(y, 0.5 - x, 0.4**0.5)
        return density * np.cos(1.2 * x - 0.7 * y + 0.4)

    known, _ = integrate.dblquad(integrand, -2.5, 3, -6, 6, epsabs=1e-7)
    assert found == pytest.approx(known, abs=1e-5)


def test_a_drawn_density_has_the_predictive_mean():
    """Averages over many draws equal those of the mixture of Student densities, by simulation."""
    rng = np.random.default_rng(0)
    X, y = local_data.triangular(40, rng)
    model = DPGLMRegressor(prior=CURVE_PRIOR, standardize=False, random_state=0, **FEW).fit(X, y)
    state = model.states_[-1]
    function = np.array([[0.0, 1.0, 0.3]])
    empty = theorem_checks.empty_cluster(CURVE_PRIOR)
    draws = [
        theorem_checks.averages_of_draw(state, empty, CURVE_PRIOR, function, rng)[0]
        for _ in range(4000)
    ]
    # the same state, the process's part by one cluster of the prior's own: the average is linear
    sizes = np.append(state.sizes, 0)
    masses = np.append(state.sizes, state.alpha)
    clusters = tuple(np.concatenate(pair) for pair in zip(state.clusters, empty))
    parts = [
        theorem_checks.averages_of(
            theorem_checks.law_of_clusters(
                type(state.clusters)(*clusters), sizes, CURVE_PRIOR, rng
            ),
            function,
        )[:, 0]
        for _ in range(4000)
    ]
    known = np.mean(parts, axis=0) @ masses / masses.sum()
    assert np.mean(draws) == pytest.approx(known, abs=0.01)


def test_the_classes_have_their_probabilities():
    x, y = local_data.middle_classes(200_000, np.random.default_rng(1))
    near = np.abs(x[:, 0]) < 0.02
    seen = np.bincount(y[near], minlength=3) / near.sum()
    assert local_data.middle_probabilities(np.zeros(1))[0] == pytest.approx(seen, abs=0.02)


def test_the_right_density_is_exact_and_the_printed_one_is_none():
    areas, right, wrong = printed.predictive_cases(3)
    assert areas == pytest.approx(np.full(3, np.sqrt(np.pi)))
    assert right < 1e-10
    assert wrong > 0.1
    slope, error = printed.joint_slope(20_000)
    assert abs(slope - 0.25) < 4 * error
    assert printed.negative_share(20_000) == pytest.approx(0.5, abs=0.02)


def test_lines_and_choices_of_the_crash():
    model = crash.every_sweep(True, 25, 12)
    found = crash.lines_of(model, -1)
    sizes = [size for _, _, size, _ in found]
    assert sum(sizes) == 133
    assert sizes == sorted(sizes, reverse=True)
    masses, of_time, of_response = crash.choices(model, 60)
    assert masses[:-1].sum() == 132
    assert len(crash.places(model)) == len(of_time) == len(of_response) == len(masses)
    # what a cluster says of a reading is how its evidence grows by it
    state = model.states_[-1]
    X, y = crash.crash()
    rows = (X - model.x_mean_) / model.x_scale_
    z = (y - model.y_mean_) / model.y_scale_
    for k in range(len(state.sizes)):
        without = (state.labels == k) & (np.arange(133) != 60)
        parts = []
        for held in (without, without | (np.arange(133) == 60)):
            zeros = np.zeros(held.sum(), dtype=int)
            parts.append(local_log_evidence(rows[held], z[held], zeros, model.prior_))
        assert of_time[k] == pytest.approx(parts[1].inputs[0] - parts[0].inputs[0])
        assert of_response[k] == pytest.approx(parts[1].responses[0] - parts[0].responses[0])


def test_responses_share_is_one_when_inputs_say_nothing():
    shares = curve_runs.response_shares(0, (1, 2), n=40)
    assert shares.shape == (2, 2)
    assert ((shares > 0) & (shares < 1)).all()
