"""Arguments and calls of the data sets' generators."""

import numpy as np

from mlcompanion.datasets import make_piano_pieces
from valid_calls.kinds import Array, Call, Choice, Count, Flag, Free, Kind, Number

_positive = {"low": 0, "open_low": True}
_labels = np.tile([0, 1], 20)
_B = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.5, -1.0, 0.0]])

SHARED = {
    "n": Count(8, low=1),
    "n_samples": Count(16, low=1),
    "n_clusters": Count(2, low=1),
    "n_groups": Count(2, low=1),
    "n_outliers": Count(3),
    "noise": Number(0.1, low=0),
    "sigma": Number(0.5, low=0),
    "side": Number(10.0, **_positive),
    "spread": Number(4.0, **_positive),
    "flip": Number(0.1, 0, 1),
    "margin": Number(0.05, 0, 1, open_high=True),
    "hidden": Number(0.5, 0, 1),
    "stay": Number(0.6, 0, 1),
    "linkage": Number(0.5, 0, 1, open_high=True),
    "B": Array(_B, "dd"),
    "y": Array(_labels, "n", integer=True),
    "length": Count(4, low=1),
}

_sparse = {
    "p": Count(6, low=2),
    "n_edges": Count(3, high=6),
    "max_degree": Count(3, low=1, high=5),
}
_graph = {**_sparse, "weight": Number(0.2)}
_noise_above_zero = Call(noise=Number(0.5, **_positive))

_noise = {
    "ar": Array([0.5, -0.2], "p", but={"one axis fewer", "empty"}, bad=[[1.0], [[0.5]]]),
    "ma": Array([0.4], "q", but={"one axis fewer", "empty"}),
    "variance": Number(1.0, low=0),
}

CALLS = {
    "PianoPiece": Call(
        make=lambda: make_piano_pieces(1, 3, random_state=0)[0],
        methods={"frames": {"frame": Number(0.02, **_positive)}},
    ),
    "make_piano_pieces": Call(
        n_samples=Count(1, low=1),
        n_notes=Count(3, low=1),
        sampling=Number(8000.0, 1000.0),
        wrong=Number(0.1, 0, 1),
    ),
    "make_utterances": Call(
        n_events=Count(4, low=1), n_phonemes=Count(3, low=2), n_features=Count(2, low=1)
    ),
    "stroke_images": Call(
        coordinates=Array([[0, 0, 50, 100.0], [0, 9, 50, 1]], "nk", low=0, high=100),
        side=Count(4, low=1),
        cells=Count(2, low=1),
    ),
    "bach_jordan_noise": Call(letter=Choice("c")),
    "hide_labels": Call(n_labeled=Count(4, low=2)),
    "load_digits_14": Call(n_train=Count(2, low=1, high=500), n_test=Count(1, high=498)),
    "load_reuters": Call(as_csr=Flag(False)),
    "load_tate_text": Call(n_media=Count(3, low=1, high=1033), min_titles=Count(2, low=1)),
    "load_wage2": Call(columns=Kind(("educ", "wage"), bad=((), ("no such column",), "educ", 3.5))),
    "make_baskets": Call(
        n_baskets=Count(4, low=1),
        n_items=Count(6, low=1),
        mean_size=Number(2.0, low=1),
        n_patterns=Count(3, low=1),
        pattern_size=Number(2.0, low=1),
        corruption=Number(0.5, 0, 1, open_high=True),
    ),
    "make_facing_arcs": Call(
        n_features=Count(6, low=2),
        snr=Number(2.0, **_positive),
        share=Number(0.6, 0, 1),
        basis=Array(np.eye(6)[:2], "pd", bad=(np.ones((2, 6)),)),
    ),
    "make_spiked_gaussian": Call(
        n_features=Count(6, low=2), strengths=Array([2.0, 1.0], "k", low=0)
    ),
    "arma_autocovariance": Call(n_lags=Count(3, low=1), **_noise),
    "make_ar_noise": Call(
        **_noise,
        innovation_variance=Number(1.0, low=0),
        start=Choice("stationary"),
    ),
    "make_mackey_glass": Call(
        tau=Count(17, low=1), start=Number(1.2, low=0), noise=Number(0.1, low=0), burn_in=Count(3)
    ),
    "make_association": Call(
        blocks=Array([2, 2], "b", low=0, open_low=True, integer=True),
        effect=Number(0.8),
        shares=Array([0.1, 0.05, 0.01], "s", low=0, high=1),
        n_samples=Count(10, low=4),
    ),
    "make_bags": [
        Call(
            y=Array([0, 1, 2, 2], "n", low=0, integer=True),
            q=Count(1, high=2),
            p=Number(0.5, 0, 1),
            epsilon=Number(0.5, 0, 1),
            n_classes=Count(3, low=3),
        ),
    ],
    "draw_normal": Call(
        precisions=Array(np.stack([np.eye(3), 2 * np.eye(3)]), "nss", but=("one axis more",))
    ),
    "graph_precisions": Call(
        graphs=Array(1 - np.eye(3, dtype=int), "dd", integer=True, but=("one axis more",)),
        weight=Number(0.2),
    ),
    "make_graph_chain": Call(**_graph, n_samples=Count(5, low=2)),
    "make_graph_grid": Call(**_graph, side=Count(3, low=2)),
    "make_graph_regions": Call(**_graph, d=Count(3, low=2)),
    "random_graphs": Call(**_sparse, n_graphs=Count(2, low=1)),
    "region_labels": Call(X=Array([[0.2, 0.7, 0.1], [0.9, 0.4, 0.3]], "nd", low=0, high=1)),
    "make_blocks": Call(n_samples=Count(16, low=2)),
    "make_casts": Call(
        y=Array([0, 1, 2, 2], "n", low=0, integer=True),
        n_scenes=Count(3, low=1),
        wrong=Number(0.1, 0, 1),
        n_classes=Count(3, low=3),
    ),
    "make_chain_strings": Call(
        n_symbols=Count(3, low=2), noise=Number(0.5, **_positive), length=Count(4, low=1)
    ),
    "make_chirps": Call(n_samples=Count(16, low=8)),
    "make_click_log": Call(
        n_intents=Count(3, low=1),
        n_concepts=Count(5, low=2),
        n_forms=Count(2, low=1),
        n_background=Count(9, low=1),
        n_wordings=Count(3, low=1),
        canonical=Number(0.5, 0, 1),
        canonical_pages=Number(0.8, 0, 1),
        known=Number(0.1, 0, 1),
        traffic=Count(1, low=1),
    ),
    "make_fading_channel": Call(
        n_samples=Count(8, low=4), snr_db=Number(5.0), turns=Number(1.0, low=0)
    ),
    "make_gaussian_field": Call(
        shape=Array([4, 3], "a", integer=True, low=1, but={"one axis fewer"}),
        scale=Array([2.0, 3.0], "a", **_positive, but={"one axis fewer"}),
        variance=Number(2.0, low=0),
        nugget=Number(0.5, low=0),
    ),
    "make_genotypes": Call(n_parents=Count(6, low=2), n_children=Count(2)),
    "make_graded_lists": Call(n_items=Count(4, low=2), n_grades=Count(3, low=2)),
    "make_helix": Call(noise=Array([0.2, 0.05, 0.02], "s", low=0, but={"one axis more"})),
    "make_lingam": [
        Call(
            n_samples=Count(16, low=2),
            n_adjacent=Number(1.0, low=0),
            B=Free(None),
            noise=Free(None),
        ),
        Call(n_samples=Count(16, low=2), n_features=Free(3), noise=Choice("c")),  # B has its own
    ],
    "make_email_stream": Call(
        n_samples=Count(8, low=1),
        n_words=Count(40, low=2),
        n_folders=Count(3, low=2),
        n_keywords=Count(4, low=1, high=40),
        length=Number(6.0, low=0, open_low=True),
        burst=Number(0.2, low=0, high=1, open_high=True),
        two_folders=Number(0.2, low=0, high=1),
    ),
    "make_overlapping_groups": Call(group_size=Count(5, low=1), overlap=Count(2, high=4)),
    "make_pathways": Call(
        n_pathways=Count(3, low=1),
        size=Count(5, low=1),
        shared=Count(2, high=4),
        n_active=Count(2, high=3),
        signal=Number(0.3, low=0),
    ),
    "make_planar_mixture": Call(name=Choice("three")),
    "make_mofn": Call(
        n=Count(8, low=1), m=Count(3, low=1), k=Count(7, low=1), n_bits=Count(10, low=1, high=20)
    ),
    "make_r_of_k": Call(
        n_bits=Count(8, low=1), r=Count(2, low=1, high=3), k=Count(3, low=1, high=8)
    ),
    "make_regime_stream": Call(
        order=Array([0, 1, 0], "o", low=0, integer=True), n_train=Count(4, low=1)
    ),
    "make_sinc_trend": Call(n_samples=Count(8, low=2), inputs=Choice("even")),
    "semi_supervised_splits": Call(
        n_labeled=Count(4, low=2), n_validation=Count(4, low=2), repeats=Count(1, low=1)
    ),
    "make_topic_bars": Call(
        n_documents=Count(3, low=1),
        n_words=Count(5, low=1),
        side=Count(2, low=1),
        alpha=Number(1.0, low=0, open_low=True),
    ),
    "make_two_bells": Call(
        n_samples=Array([6, 4], "c", integer=True, low=1, bad=([6, 4, 2],), but={"one axis more"})
    ),
    "make_chessboard": Call(n_squares=Count(4, low=1)),
    "make_double_spiral": Call(n_samples=Count(16, low=2)),
    "make_swiss_roll": Call(n_samples=Count(16, low=1)),
    "make_two_spirals": Call(n_samples=Count(16, low=2), turns=Number(2.0, low=0, open_low=True)),
    "make_turned_tasks": Call(angles=Array([0.0, 0.5], "t"), per_class=Count(2, low=1)),
}
