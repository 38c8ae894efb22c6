"""Real data that ship with the package, and generators of the sources' synthetic data.

``load_<name>()`` returns a scikit-learn ``Bunch`` with ``data``, ``target``, names and a ``DESCR``
that gives origin, licence and what was changed. ``make_<name>(…, random_state)`` draws data.
"""

from ._alignment import PianoPiece, Utterances, make_piano_pieces, make_utterances
from ._ar_noise import arma_autocovariance, make_ar_noise
from ._arcs import make_facing_arcs, make_spiked_gaussian
from ._bags import make_bags, make_casts
from ._baskets import make_baskets
from ._bells import make_two_bells
from ._binary_features import make_feature_images, make_scenes
from ._boolean import make_corral, make_mofn, make_waveforms
from ._coded import load_car, load_chess, load_housevotes, load_lymphography, load_titanic
from ._curves import (
    PLANAR_MIXTURES,
    make_crescents,
    make_crystal,
    make_helix,
    make_planar_mixture,
    make_spiral,
    make_zigzag,
)
from ._delay import DelaySeries, make_mackey_glass
from ._digits import load_digits_14
from ._earth import load_nino, load_terrain
from ._email import make_email_stream
from ._fields import make_gaussian_field
from ._genes import load_khan, load_nci60
from ._graph_regions import (
    draw_normal,
    graph_precisions,
    make_graph_chain,
    make_graph_grid,
    make_graph_regions,
    random_graphs,
    region_boxes,
    region_labels,
)
from ._images import TEST_IMAGES, load_test_image
from ._linear import make_noisy_separator
from ._lingam import (
    NOISE_LAWS,
    bach_jordan_noise,
    load_wage2,
    make_lingam,
    make_path_knowledge,
)
from ._listed import (
    load_airfoil,
    load_australian,
    load_banana,
    load_bupa,
    load_concrete,
    load_dermatology,
    load_heart,
    load_ionosphere,
    load_letter,
    load_magic,
    load_mcycle,
    load_mnist_5k,
    load_movement_libras,
    load_nile,
    load_optdigits,
    load_penbased,
    load_phoneme,
    load_pima,
    load_ring,
    load_satimage,
    load_segment,
    load_sonar,
    load_spambase,
    load_sunspots,
    load_texture,
    load_twonorm,
    load_vehicle,
    load_vowel,
    load_wisconsin,
    load_yacht,
    load_zoo,
)
from ._manifold_classes import hide_labels, make_clock, make_g50c, semi_supervised_splits
from ._multitask import TurnedTasks, make_turned_tasks
from ._nutrimouse import load_nutrimouse
from ._online import make_chain_strings, make_graded_lists, make_r_of_k
from ._patients import load_glass, load_hepatitis
from ._regression import SincTrend, load_stackloss, make_sinc_trend
from ._series import load_sp20, load_sp500, load_stackoverflow, load_weather, load_wti
from ._signals import make_blocks, make_chirps, make_fading_channel
from ._spirals import make_chessboard, make_double_spiral, make_swiss_roll, make_two_spirals
from ._streams import make_gaussian_stream, make_line_stream, make_regime_stream
from ._strokes import stroke_images
from ._structured import (
    AssociationData,
    OverlappingGroupData,
    make_association,
    make_genotypes,
    make_overlapping_groups,
    make_pathways,
)
from ._tables import (
    load_abalone,
    load_auto,
    load_ecoli,
    load_forestfires,
    load_german,
    load_hitters,
    load_mushroom,
    load_splice,
    load_wine_quality,
)
from ._text import MESSAGE_LANGUAGES, load_messages, load_reuters, make_topic_bars
from ._titles import load_tate_text
from ._views import load_mfeat
from .click_log import make_click_log

__all__ = [
    "MESSAGE_LANGUAGES",
    "NOISE_LAWS",
    "PLANAR_MIXTURES",
    "TEST_IMAGES",
    "AssociationData",
    "DelaySeries",
    "OverlappingGroupData",
    "PianoPiece",
    "SincTrend",
    "TurnedTasks",
    "Utterances",
    "arma_autocovariance",
    "bach_jordan_noise",
    "draw_normal",
    "graph_precisions",
    "hide_labels",
    "load_abalone",
    "load_airfoil",
    "load_australian",
    "load_auto",
    "load_banana",
    "load_bupa",
    "load_car",
    "load_chess",
    "load_concrete",
    "load_dermatology",
    "load_digits_14",
    "load_ecoli",
    "load_forestfires",
    "load_german",
    "load_glass",
    "load_heart",
    "load_hepatitis",
    "load_hitters",
    "load_housevotes",
    "load_ionosphere",
    "load_khan",
    "load_letter",
    "load_lymphography",
    "load_magic",
    "load_mcycle",
    "load_messages",
    "load_mfeat",
    "load_mnist_5k",
    "load_movement_libras",
    "load_mushroom",
    "load_nci60",
    "load_nile",
    "load_nino",
    "load_nutrimouse",
    "load_optdigits",
    "load_penbased",
    "load_phoneme",
    "load_pima",
    "load_reuters",
    "load_ring",
    "load_satimage",
    "load_segment",
    "load_sonar",
    "load_sp20",
    "load_sp500",
    "load_spambase",
    "load_splice",
    "load_stackloss",
    "load_stackoverflow",
    "load_sunspots",
    "load_tate_text",
    "load_terrain",
    "load_test_image",
    "load_texture",
    "load_titanic",
    "load_twonorm",
    "load_vehicle",
    "load_vowel",
    "load_wage2",
    "load_weather",
    "load_wine_quality",
    "load_wisconsin",
    "load_wti",
    "load_yacht",
    "load_zoo",
    "make_ar_noise",
    "make_association",
    "make_bags",
    "make_baskets",
    "make_blocks",
    "make_casts",
    "make_chain_strings",
    "make_chessboard",
    "make_chirps",
    "make_click_log",
    "make_clock",
    "make_corral",
    "make_crescents",
    "make_crystal",
    "make_double_spiral",
    "make_email_stream",
    "make_facing_arcs",
    "make_fading_channel",
    "make_feature_images",
    "make_g50c",
    "make_gaussian_field",
    "make_gaussian_stream",
    "make_genotypes",
    "make_graded_lists",
    "make_graph_chain",
    "make_graph_grid",
    "make_graph_regions",
    "make_helix",
    "make_line_stream",
    "make_lingam",
    "make_mackey_glass",
    "make_mofn",
    "make_noisy_separator",
    "make_overlapping_groups",
    "make_path_knowledge",
    "make_pathways",
    "make_piano_pieces",
    "make_planar_mixture",
    "make_r_of_k",
    "make_regime_stream",
    "make_scenes",
    "make_sinc_trend",
    "make_spiked_gaussian",
    "make_spiral",
    "make_swiss_roll",
    "make_topic_bars",
    "make_turned_tasks",
    "make_two_bells",
    "make_two_spirals",
    "make_utterances",
    "make_waveforms",
    "make_zigzag",
    "random_graphs",
    "region_boxes",
    "region_labels",
    "semi_supervised_splits",
    "stroke_images",
]
