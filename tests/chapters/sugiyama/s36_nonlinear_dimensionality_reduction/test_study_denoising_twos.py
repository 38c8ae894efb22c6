def test_cases_are_ten_starts(study):
    assert study.cases(**study.SIZES["paper"]) == [{"seed": seed} for seed in range(10)]


def test_a_case_of_short_trainings(study, monkeypatch):
    from mlcompanion.reduction.unfolding import RBM, Autoencoder
    from mlcompanion_chapters.sugiyama.s36_nonlinear_dimensionality_reduction import denoising

    unit = {"limits": (0.0, 1.0), "random_state": 0}
    quick = {
        "listing_autoencoder": lambda train, seed: Autoencoder(3, max_iter=2, **unit).fit(train),
        "listing_machine": lambda train, seed: RBM(3, n_iter=2, **unit).fit(train),
        "trained_on_pairs": lambda train, spare, seed: TRAIN(train, spare, seed, n_steps=250),
    }
    TRAIN = denoising.trained_on_pairs
    for name, function in quick.items():
        monkeypatch.setattr(denoising, name, function)
    row = study.run({"seed": 0})
    assert row["ae_same"]
    assert row["rbm_same"]
    assert 0 < row["pca10"] < row["noisy"] < 0.2
