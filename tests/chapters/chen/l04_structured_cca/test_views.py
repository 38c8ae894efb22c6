"""Simulations, mice and the table of pathways."""

import numpy as np
import pytest

from mlcompanion.sparse.cca import GroupPursuitCCA
from mlcompanion_chapters.chen.l04_structured_cca import mice, pathway_table, simulations


def test_the_first_simulation_has_silent_groups():
    views = simulations.group_views(0)
    assert views.X.shape == (50, 100)
    assert views.Y.shape == (50, 82)
    assert np.sum(views.v != 0) == 38
    for g in simulations.SILENT:
        assert not views.v[simulations.GROUPS[g]].any()
    drowned = simulations.group_views(0, unit_latent=True)
    assert np.var(drowned.X) == pytest.approx(1.0, abs=0.1)


def test_the_second_simulation_copies_columns_within_a_block():
    views = simulations.block_views(0)
    for value in np.unique(views.v):
        columns = views.Y[:, views.v == value]
        np.testing.assert_array_equal(columns, np.repeat(columns[:, :1], columns.shape[1], axis=1))


def test_tuned_models_of_a_draw():
    found = simulations.group_draw(3, n_permutations=2)  # several hundred fits
    assert found["cos_group"] > 0.5
    assert found["nonzero_group"] >= found["found_group"] * 38


def test_prices_end_where_all_entries_are_one():
    views = simulations.block_views(1)
    model = GroupPursuitCCA(0.6, 0.0, radius_x=2.0, gap_tol=1e-4, tol=1e-3, n_init=0)
    kept = simulations.fusing_thetas(model, views)
    assert kept == list(simulations.GRID[: len(kept)])
    assert len(kept) < len(simulations.GRID)


def test_jobs_of_genes_overlap_and_exist():
    groups = mice.gene_groups()
    assert [len(group) for group in groups] == [19, 12, 12, 11, 13, 19, 12, 7]
    covered = np.concatenate(groups)
    assert len(covered) > len(set(covered.tolist())) == 92


def test_only_another_background_fits_the_table():
    assert np.sum(pathway_table.relative_errors(1155) <= 0.05) == 0
    assert np.sum(pathway_table.relative_errors(1682) <= 0.05) == 12
    assert pathway_table.best_population(1650, 1720) == 1685
    assert max(row.size for row in pathway_table.ROWS) == 633
