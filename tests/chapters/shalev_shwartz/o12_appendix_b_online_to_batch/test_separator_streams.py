import numpy as np
import pytest

from mlcompanion.losses import Hinge
from mlcompanion_chapters.shalev_shwartz.o12_appendix_b_online_to_batch.separator_streams import (
    conversions,
    exact_risk,
    play_separator,
)


def test_path_predicts_what_the_run_lost():
    stream, run, path = play_separator(50, 0)
    scores = np.einsum("ti,ti->t", path, stream.data)
    np.testing.assert_allclose(Hinge().value(scores, stream.target.astype(float)), run.losses)
    assert (path[0] == 0).all()
    quick = play_separator(50, 0, pace=0.02)[2]
    assert np.linalg.norm(quick[5]) > np.linalg.norm(path[5])


def test_risks_agree_with_a_large_sample():
    found, (stream, _, path) = conversions(200, 1), play_separator(200, 1)
    rng = np.random.default_rng(5)
    X = rng.standard_normal((200_000, 20))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    y = np.where(X @ stream.coef > 0, 1.0, -1.0) * np.where(rng.random(200_000) < 0.1, -1, 1)
    for w, risk in ((path[-1], found.last), (path.mean(axis=0), found.average)):
        assert Hinge().value(X @ w, y).mean() == pytest.approx(risk, abs=0.01)
    assert exact_risk() is exact_risk()


def test_jensen_and_the_least_risk():
    found = conversions(300, 2)
    assert found.best <= min(found.risks.min(), found.average, found.validation)
    assert found.average <= found.risks.mean()
    assert found.last == pytest.approx(found.risks[-1])
    assert 0 <= found.stop < 300
