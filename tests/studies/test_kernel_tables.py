def test_cases_of_the_paper_contain_those_of_the_default(study):
    default, paper = (study.cases(**study.SIZES[size]) for size in ("default", "paper"))
    assert len({str(case) for case in default}) == len(default) == 4 * 6 * 5 + 2 * 6
    assert len({str(case) for case in paper}) == len(paper) == 6 * 10 * 5
    views = {case["data"] for case in paper}
    assert views == {"four", "six", "pen"}
    numerals = [case for case in default if case["data"] != "pen"]
    assert all({**case, "pen_train": 3747} in paper for case in numerals)


def test_rows_of_a_small_case(study):
    (case,) = (
        case
        for case in study.cases(repeats=1, pen_costs=(10.0,), pen_train=60)
        if (case["data"], case["task"], case["half"]) == ("pen", "sl", 1)
    )
    rows = study.run(case)
    assert [row["learner"] for row in rows[:5]] == [*(f"view {m}" for m in range(4)), "SVM (all)"]
    assert len(rows) == 4 + 17
    assert min(row["test"] for row in rows) > 60
