def test_only_the_halves_of_the_pen_digits_are_smaller_than_in_the_paper(study):
    default, paper = (study.cases(**study.SIZES[size]) for size in ("default", "paper"))
    assert len({str(case) for case in default}) == len(default) == 6 * 10 * 5
    assert {case["data"] for case in paper} == {"four", "six", "pen"}
    assert [{**case, "pen_train": 3747} for case in default] == paper


def test_rows_of_a_small_case(study):
    (case,) = (
        case
        for case in study.cases(pen_train=60)
        if (case["data"], case["task"], case["half"], case["C"]) == ("pen", "sl", 1, 10.0)
    )
    rows = study.run(case)
    assert [row["learner"] for row in rows[:5]] == [*(f"view {m}" for m in range(4)), "SVM (all)"]
    assert len(rows) == 4 + 17
    assert min(row["test"] for row in rows) > 60
