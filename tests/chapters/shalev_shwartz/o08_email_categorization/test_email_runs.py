import numpy as np
import pytest

from mlcompanion.datasets import make_email_stream
from mlcompanion_chapters.shalev_shwartz.o08_email_categorization import email_runs
from mlcompanion_chapters.shalev_shwartz.o08_email_categorization.email_runs import (
    LEARNERS,
    choose,
    inboxes,
    inner_path,
    interior_point_counts,
    mailbox,
    mistake_rate,
    play,
    real_streams,
)


def test_mailboxes_have_the_sizes_asked_for_and_telling_words():
    mail = mailbox(12, 300, 0)
    assert mail.data.shape == (300, 2000)
    assert mail.target.sum(axis=1).tolist() == [1] * 300
    own = mail.keywords[mail.folder]
    inside = np.mean([mail.data[[t]].toarray()[0, own[t]].mean() for t in range(300)])
    other = np.mean([mail.data[[t]].toarray()[0, own[t - 1]].mean() for t in range(300)])
    assert inside > 0.2 > 0.15 > other


def test_background_has_the_length_asked_for():
    for n in (500, 5000):
        mail = make_email_stream(400, n, 3, n_keywords=1, length=30.0, random_state=0)
        assert mail.data.sum(axis=1).mean() == pytest.approx(30, abs=1.5)


def test_folders_burst_and_arrive():
    mail = mailbox(10, 2000, 1, burst=0.8)
    assert np.mean(mail.folder[1:] == mail.folder[:-1]) > 0.8
    late = make_email_stream(1000, 100, 10, length=20.0, arriving=True, random_state=0)
    assert late.folder[:50].max() < 6
    pairs = make_email_stream(500, 100, 10, length=20.0, two_folders=0.4, random_state=0)
    assert np.mean(pairs.target.sum(axis=1) == 2) == pytest.approx(0.4, abs=0.07)


def test_numbers_are_chosen_on_the_grid(monkeypatch):
    monkeypatch.setattr(email_runs, "RATES", (0.1, 1.0))
    monkeypatch.setattr(email_runs, "MARGINS", (0.1, 0.5))
    mails = [mailbox(6, 120, seed, n_words=200, length=20.0) for seed in (0, 1)]
    c, margin = choose(mails, ("B", "II"))
    best = np.mean([mistake_rate(mail, ("B", "II"), c, margin) for mail in mails])
    for other in ((0.1, 0.1), (1.0, 0.5)):
        assert best <= np.mean([mistake_rate(mail, ("B", "II"), *other) for mail in mails])


@pytest.mark.parametrize("learner", LEARNERS, ids="-".join)
def test_inboxes_are_stations_of_one_run(learner):
    mail = mailbox(6, 80, 0, n_words=200, length=20.0)
    found, mistakes = inboxes(mail, learner, (1, 30, 80), 1.0, 0.2)
    np.testing.assert_array_equal(mistakes, play(mail, learner, 1.0, 0.2).mistakes)
    own = mail.folder[29]
    box = found[1]
    if learner[1] != "I" and box.alpha.any():
        assert box.after[own] > box.before[own]
        assert box.alpha.sum() == pytest.approx(2 * box.alpha[own], abs=1e-6)


def test_interior_point_agrees_with_the_walk(monkeypatch):
    monkeypatch.setitem(email_runs.USERS, "few", (8, 40))
    found = interior_point_counts("few", 1.0, 0.2, compared=40)
    assert found["gap"] < 1e-5
    assert sum(found["counts"]) == found["n"]
    path = inner_path(np.array([-2.0, -1.0]), np.array([True, False]), 1.0, 0.1)
    assert path.converged


def test_real_streams_are_tables_of_presence():
    streams = real_streams()
    assert streams["digits"][0].shape == (1797, 64)
    present, label, names = streams["news"]
    assert present.shape[0] == len(label) == 307
    assert min(np.bincount(label)) >= 8
    assert "UK" in names
