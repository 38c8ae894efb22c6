"""The four studies: cases of the claims file, and a row of each kind of case."""

import pytest

from mlcompanion.teaching.claims import find_claims, load_claims
from mlcompanion_chapters.jmlr12.j22_stochastic_l1 import theorem_checks
from mlcompanion_chapters.jmlr12.j22_stochastic_l1.studies import (
    stochastic_l1_bounds,
    stochastic_l1_growth,
    stochastic_l1_magic,
    stochastic_l1_wide,
)

STUDIES = (stochastic_l1_bounds, stochastic_l1_growth, stochastic_l1_magic, stochastic_l1_wide)


def test_the_paper_s_sizes_are_those_of_the_claims():
    fixed = load_claims(find_claims("jmlr12/22_stochastic_l1"))
    magic = stochastic_l1_magic.cases(**stochastic_l1_magic.SIZES["paper"])
    assert {c["n_rows"] for c in magic} == {fixed["fig34-magic-weak"]["setup"]["sizes"]["m"]}
    growth = stochastic_l1_growth.cases(**stochastic_l1_growth.SIZES["paper"])
    sizes = fixed["dimension"]["setup"]["sizes"]["d"]
    assert [c["d"] for c in growth if c.get("method") == "trunc" and "m" not in c
            and c["experiment"] == "fresh"] == sizes  # fmt: skip
    linear = fixed["runtime-linear"]["setup"]["sizes"]
    told = [c for c in growth if c["experiment"] == "accesses" and c["loss"] == "squared"]
    assert {c["d"] for c in told if c["m"] == 1000} == set(linear["d"])
    assert {c["m"] for c in told if c["d"] == 400} == set(linear["m"])
    assert fixed["thm3-prop4-smidas"]["setup"]["sizes"]["T"] == list(theorem_checks.STEPS)


@pytest.mark.parametrize("study", STUDIES, ids=lambda s: s.__name__.rpartition("_")[-1])
def test_cases_differ(study):
    for size in study.SIZES.values():
        cases = [repr(sorted(case.items())) for case in study.cases(**size)]
        assert len(set(cases)) == len(cases)


def test_a_row_of_each_kind():
    rows = stochastic_l1_growth.run(
        {"experiment": "accesses", "loss": "logistic", "m": 50, "d": 20, "seeds": 2}
    )
    assert len(rows) == 2
    row = stochastic_l1_growth.run(
        {"experiment": "fresh", "loss": "squared", "d": 16, "method": "trunc", "seeds": 1}
    )
    assert row["steps"] > 0
    case = {"data": "S", "lam": 1e-2, "n_rows": 100, "passes": 5, "seeds": 2, "tuned": 1}
    made = stochastic_l1_magic.run({**case, "family": "coordinates"})
    assert made[0]["reached"][0] > 0
    row = stochastic_l1_bounds.run(
        {"experiment": "guarantee", "part": "half", "loss": "hinge", "d": 20, "K": 1.0,
         "repeats": 2}
    )  # fmt: skip
    assert row["worst"] <= 1
