from mlcompanion_chapters.jmlr12.j29_best_match_rl import step_times


def test_cases_are_races(study):
    assert len(study.cases(**study.SIZES["default"])) == 5


def test_a_case(study, monkeypatch):
    # one method of each table: what all of them take is the study's business
    monkeypatch.setattr(step_times, "DYNA", {"bm-four": step_times.DYNA["bm-four"]})
    monkeypatch.setattr(step_times.large_maze_runs, "LEARNERS", {})
    monkeypatch.setattr(step_times.car_runs, "TABLE_5", ("sarsa-20",))
    row = study.run({"race": 0, "runs": 1})
    assert set(row) == {"dyna bm-four", "car sarsa-20"}
    assert all(0 < value < 1000 for value in row.values())
