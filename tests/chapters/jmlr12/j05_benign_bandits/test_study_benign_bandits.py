def test_cases_and_rows(study):
    cases = study.cases(**study.SIZES["default"])
    assert len(cases) == 70
    small = [
        {"experiment": "constant", "T": 500, "method": "old", "repeats": 2},
        {"experiment": "constant", "T": 500, "method": "fixed", "repeats": 2},
        {"experiment": "arms", "T": 500, "method": "barrier", "repeats": 2},
        {"experiment": "arms", "T": 500, "method": "exp3", "repeats": 2},
    ]
    for case in small:
        regrets = study.run(case)["regret"]
        assert len(set(regrets)) == 2
        assert all(0 < regret < 500 for regret in regrets)


def test_master_and_rival_meet_the_same_costs(study, monkeypatch):
    monkeypatch.setattr(study, "ROUNDS", 2000)
    master = study.run({"experiment": "master", "Q": 800, "method": "halving", "repeats": 2})
    rival = study.run({"experiment": "master", "Q": 800, "method": "tuned", "repeats": 2})
    assert master["halvings"] == [0, 0]
    assert len(rival["regret"]) == 2


def test_reservoirs(study):
    row = study.run({"experiment": "reservoir", "runs": 200})
    assert row["chi_bad"] > row["chi_a"]
    assert len(row["var_ratio"]) == 3
