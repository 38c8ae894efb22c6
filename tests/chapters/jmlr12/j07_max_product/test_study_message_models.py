import pytest


def test_cases_are_ten_matchings_and_200_strings(study):
    cases = study.cases(**study.SIZES["default"])
    assert sum(c["experiment"] == "matching" and c["n"] == 256 for c in cases) == 20
    assert min(c["number"] for c in cases if c["experiment"] == "text") == 200


@pytest.mark.parametrize("kind", ["matching", "grid", "insertion", "text"])
def test_a_small_case(study, kind):
    case = next(case for case in study.cases(share=0.002) if case["experiment"] == kind)
    row = study.run(case)
    assert all(value >= 0 for value in row.values())
