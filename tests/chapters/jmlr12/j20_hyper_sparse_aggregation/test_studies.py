"""The three studies: sizes of the claims file, and a row of each kind of case."""

from functools import partial

import pytest

from mlcompanion.teaching.claims import find_claims, load_claims
from mlcompanion_chapters.jmlr12.j20_hyper_sparse_aggregation import stored_tables
from mlcompanion_chapters.jmlr12.j20_hyper_sparse_aggregation.studies import (
    aggregation_enet,
    aggregation_rates,
    aggregation_tables,
)


def test_cases_are_those_of_the_claims():
    cases = aggregation_tables.cases(**aggregation_tables.SIZES["default"])
    told = {(c["model"], c["n"], c["sigma"]): c["repeats"] for c in cases}
    assert len(told) == 15
    assert set(stored_tables.FIGURES) <= set(told)
    assert len(stored_tables.FIGURES) == 12
    paper = aggregation_tables.cases(**aggregation_tables.SIZES["paper"])
    assert {c["repeats"] for c in paper} == {200}
    fixed = load_claims(find_claims("jmlr12/20_hyper_sparse_aggregation"))
    rates = aggregation_rates.cases(**aggregation_rates.SIZES["default"])
    sizes = fixed["thm2-rates"]["setup"]["sizes"]
    assert {c["M"] for c in rates if "M" in c} == set(sizes["M"])
    assert {c["n"] for c in rates if "n" in c} == set(sizes["n"])


@pytest.mark.parametrize("study", [aggregation_tables, aggregation_enet])
def test_a_setting_gives_its_means(study, monkeypatch):
    monkeypatch.setattr(study, "replicate", partial(study.replicate, n_splits=2))
    case = study.cases(**study.SIZES["default"])[0]
    row = study.run({**case, "repeats": 2, "loo": 2})
    assert 0 <= row["noise_star"] <= row["sel_star"] <= 8
    assert len(row["err_star"]) == 5


def test_rates_and_splits():
    row = aggregation_rates.run({"experiment": "rates", "M": 2, "n": 16, "repeats": 2})
    assert {"erm", "star", "seg", "hull", "star_theory"} <= set(row)
    rows = aggregation_rates.run({"experiment": "mixed", "repeats": 1})
    assert len(rows) == 1
