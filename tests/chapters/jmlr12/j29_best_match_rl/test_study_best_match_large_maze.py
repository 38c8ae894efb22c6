from mlcompanion_chapters.jmlr12.j29_best_match_rl import large_maze_runs


def test_cases_are_the_lines_of_the_table(study):
    cases = study.cases(**study.SIZES["default"])
    hard = [case for case in cases if case["maze"] == "hard"]
    assert {case["learner"] for case in hard} == set(large_maze_runs.LEARNERS)
    assert len(hard) == 3 * 10
    assert sum(case["runs"] for case in cases if case["learner"] == "q") == 60


def test_a_case(study, monkeypatch):
    monkeypatch.setattr(large_maze_runs, "EPISODES", 25)
    row = study.run({"learner": "lvm", "maze": "easy", "runs": 1, "seed": 0})
    assert len(row["plain"]) == 1
    assert -50 <= row["plain"][0] <= 100
