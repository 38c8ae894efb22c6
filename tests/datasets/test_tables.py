"""Every listed table has the rows, columns and classes that its documentation states."""

import numpy as np
import pytest

from mlcompanion import datasets
from mlcompanion.datasets import _listed

SHAPES = {  # rows, columns, classes; of the UCI documentation and of what each DESCR says is left
    "airfoil": (1503, 5, None),
    "australian": (690, 14, 2),
    "banana": (5300, 2, 2),
    "bupa": (345, 6, 2),
    "concrete": (1030, 8, None),
    "dermatology": (358, 34, 6),
    "heart": (270, 13, 2),
    "ionosphere": (351, 33, 2),
    "letter": (20_000, 16, 26),
    "magic": (19_020, 10, 2),
    "mcycle": (133, 1, None),
    "nile": (100, 1, None),
    "sunspots": (309, 1, None),
    "mnist_5k": (5000, 784, 10),
    "movement_libras": (360, 90, 15),
    "optdigits": (5620, 64, 10),
    "penbased": (10_992, 16, 10),
    "phoneme": (5404, 5, 2),
    "pima": (768, 8, 2),
    "ring": (7400, 20, 2),
    "satimage": (6435, 36, 6),
    "segment": (2310, 19, 7),
    "sonar": (208, 60, 2),
    "spambase": (4597, 57, 2),
    "texture": (5500, 40, 11),
    "twonorm": (7400, 20, 2),
    "vehicle": (846, 18, 4),
    "vowel": (990, 13, 11),
    "wisconsin": (683, 9, 2),
    "yacht": (308, 6, None),
    "zoo": (101, 16, 7),
}


def test_every_listed_table_is_here():
    assert {f"load_{name}" for name in SHAPES} == set(_listed.__all__)


@pytest.mark.parametrize("name", sorted(set(SHAPES) - {"letter", "mnist_5k"}))
def test_a_table_is_what_its_documentation_says(name):
    load = getattr(datasets, f"load_{name}")
    table = load()
    rows, columns, classes = SHAPES[name]
    assert table.data.shape == (rows, columns)
    assert len(table.feature_names) == columns
    assert table.target.shape == (rows,)
    assert classes in (None, len(np.unique(table.target)))
    assert load.__doc__.startswith("Load ")
    assert "Origin:" in table.DESCR


def test_tables_with_text_stand_apart_from_it():
    ecoli = datasets.load_ecoli()
    abalone = datasets.load_abalone()
    assert ecoli.data.shape == (336, 7)
    assert len(set(ecoli.target)) == 8
    assert abalone.data.shape == (4177, 7)
    assert sorted(set(abalone.sex)) == ["F", "I", "M"]
    assert set(abalone.target) == set(range(1, 30)) - {28}


def test_votes_are_zeros_and_ones():
    votes = datasets.load_housevotes()
    assert votes.data.shape == (232, len(votes.feature_names)) == (232, 16)
    assert all(words == ["n", "y"] for words in votes.states)
    assert votes.target_names == ["democrat", "republican"]
    np.testing.assert_array_equal(np.bincount(votes.target), [124, 108])
    # the fee freeze split the House by party
    freeze = votes.data[:, votes.feature_names.index("physician fee freeze")]
    assert np.mean(freeze == votes.target) > 0.95


def test_coded_tables_have_the_classes_of_their_documentation():
    chess = datasets.load_chess()
    assert chess.data.shape == (3196, len(chess.feature_names)) == (3196, 36)
    assert chess.target_names == ["nowin", "won"]
    np.testing.assert_array_equal(np.bincount(chess.target), [1527, 1669])
    assert sorted({len(words) for words in chess.states}) == [2, 3]
    nodes = datasets.load_lymphography()
    assert nodes.data.shape == (148, len(nodes.feature_names)) == (148, 18)
    np.testing.assert_array_equal(np.bincount(nodes.target), [4, 61, 81, 2])


def test_the_titanic_in_words():
    people = datasets.load_titanic()
    assert people.data.shape == (2201, 3)
    assert people.states == [
        ["1st", "2nd", "3rd", "crew"],
        ["adult", "child"],
        ["female", "male"],
    ]
    # Dawson (1995), Table 1: on board and saved, by class
    np.testing.assert_array_equal(np.bincount(people.data[:, 0]), [325, 285, 706, 885])
    saved = np.bincount(people.data[:, 0], weights=people.target)
    np.testing.assert_array_equal(saved, [203, 118, 178, 212])
    np.testing.assert_array_equal(np.bincount(people.data[:, 1]), [2092, 109])
    np.testing.assert_array_equal(np.bincount(people.data[:, 2]), [470, 1731])


def test_cars_are_all_combinations():
    cars = datasets.load_car()
    assert cars.data.shape == (1728, 6)
    assert len(np.unique(cars.data, axis=0)) == 1728
    assert [len(words) for words in cars.states] == [4, 4, 4, 3, 3, 3]
    grades = dict(zip(cars.target_names, np.bincount(cars.target)))
    assert grades == {"acc": 384, "good": 69, "unacc": 1210, "vgood": 65}


def test_titles_at_the_tate():
    works = datasets.load_tate_text()
    assert works.data.shape == (4284, 4190)
    assert (len(works.target_names), works.target_names[0]) == (1033, "Etching on paper")
    counts = np.bincount(works.target)
    assert (counts[0], counts.sum()) == (613, 4284)
    assert (np.diff(counts) <= 0).all()
    assert works.years.min() == 1990
    first = works.data[[1]].toarray().ravel()
    assert works.titles[1] == "Michael"
    assert works.feature_names[int(np.flatnonzero(first)[0])] == "michael"
    assert first.sum() == 1


def test_titles_of_few_media_and_frequent_words():
    works = datasets.load_tate_text(n_media=20, min_titles=3)
    assert works.data.shape[0] == len(works.titles) == len(works.artists) == 2524
    assert len(works.target_names) == len(np.unique(works.target)) == 20
    titles_of = np.bincount(works.data.indices, minlength=works.data.shape[1])
    assert titles_of.min() == 3
    with pytest.raises(ValueError, match="n_media"):
        datasets.load_tate_text(n_media=2000)
    with pytest.raises(ValueError, match="min_titles"):
        datasets.load_tate_text(min_titles=0)


def test_reuters_sparse_and_dense():
    dense = datasets.load_reuters()
    sparse = datasets.load_reuters(as_csr=True)
    assert dense.data.dtype == sparse.data.dtype == np.int16
    np.testing.assert_array_equal(sparse.data.toarray(), dense.data)
    assert sparse.data.nnz == np.count_nonzero(dense.data)


def test_glass_has_no_number_of_the_row():
    glass = datasets.load_glass()
    assert glass.data.shape == (214, len(glass.feature_names)) == (214, 9)
    np.testing.assert_array_equal(np.unique(glass.target), [1, 2, 3, 5, 6, 7])
    # index of refraction, then parts of 100 by weight
    assert 1.5 < glass.data[:, 0].min() < glass.data[:, 0].max() < 1.54
    np.testing.assert_allclose(glass.data[:, 1:].sum(axis=1), 100, atol=1.2)


def test_what_is_missing_in_hepatitis_is_nan():
    hepatitis = datasets.load_hepatitis()
    assert hepatitis.data.shape == (155, len(hepatitis.feature_names)) == (155, 19)
    assert np.isnan(hepatitis.data).sum() == 167
    np.testing.assert_array_equal(np.bincount(hepatitis.target), [0, 32, 123])
    ages = hepatitis.data[:, hepatitis.feature_names.index("age")]
    assert (ages.min(), ages.max()) == (7, 78)


def test_prices_come_in_the_order_of_days():
    stocks = datasets.load_sp20()
    oil = datasets.load_wti()
    index = datasets.load_sp500()
    assert stocks.data.shape == (8313, len(stocks.feature_names)) == (8313, 20)
    assert oil.data.shape == (len(oil.dates), 1)
    assert index.data.shape == (5031, 1)
    for series in (stocks, oil, index):
        assert (np.diff(series.dates) > np.timedelta64(0, "D")).all()
        assert (series.data > 0).all()
    # the highest price of oil was reached on 3 July 2008
    assert oil.dates[oil.data[:, 0].argmax()] == np.datetime64("2008-07-03")
    # the crisis ended at 676.53 points on 9 March 2009
    assert index.dates[index.data[:, 0].argmin()] == np.datetime64("2009-03-09")
    assert index.data.min() == pytest.approx(676.53, abs=0.005)


def test_weather_obeys_its_own_physics():
    weather = datasets.load_weather()
    assert weather.data.shape == (23_007, len(weather.feature_names)) == (23_007, 8)
    assert set(weather.airport) == {"EWR", "JFK", "LGA"}
    columns = dict(zip(weather.feature_names, weather.data.T))
    # Magnus' formula: humidity from temperature and dew point, in degrees Celsius
    dew, air = ((columns[name] - 32) / 1.8 for name in ("dewp", "temp"))
    humidity = 100 * np.exp(17.625 * dew / (243.04 + dew) - 17.625 * air / (243.04 + air))
    assert np.median(np.abs(humidity - columns["humid"])) < 0.5


def test_developers_answer_yes_or_no():
    survey = datasets.load_stackoverflow()
    assert survey.data.shape == (5594, len(survey.feature_names)) == (5594, 15)
    assert set(np.unique(survey.data)) == {0, 1}
    assert survey.covariates.shape == (5594, len(survey.covariate_names)) == (5594, 3)
    assert survey.covariates[:, 0].max() < 2e5
    assert set(np.unique(survey.covariates[:, 2])) == set(range(11))


def test_german_marks_categories():
    german = datasets.load_german()
    assert german.data.shape == (1000, len(german.feature_names)) == (1000, 61)
    assert german.target.sum() == 300
    marks = german.data[:, ["=" in name for name in german.feature_names]]
    np.testing.assert_array_equal(marks.sum(axis=1), 13)


def test_a_window_of_dna_is_four_columns_a_place():
    splice = datasets.load_splice()
    assert splice.data.shape == (3190, len(splice.feature_names)) == (3190, 240)
    np.testing.assert_array_equal(np.bincount(splice.target), [767, 768, 1655])
    places = splice.data.reshape(3190, 60, 4)
    np.testing.assert_allclose(places.sum(axis=2), 1)
    clear = (places == 1).any(axis=2)
    assert (~clear).sum() == 60
    read = np.array(list("ACGT"))[places.argmax(axis=2)]
    text = np.array([list(word) for word in splice.sequences])
    np.testing.assert_array_equal(read[clear], text[clear])
    assert set(text[~clear]) == set("DNRS")
    assert len(set(splice.sequences)) == 3190 - 185


def test_introns_begin_with_gt_and_end_with_ag():
    # the rule of Breathnach and Chambon (1981); the middle of a window is between places 30 and 31
    splice = datasets.load_splice()
    assert splice.target_names == ["EI", "IE", "N"]
    begins, ends = (splice.sequences[splice.target == k] for k in (0, 1))
    assert np.mean([word[30:32] == "GT" for word in begins]) > 0.98
    assert np.mean([word[28:30] == "AG" for word in ends]) > 0.98


def test_the_views_of_a_numeral_stand_side_by_side():
    mfeat = datasets.load_mfeat()
    assert {name: X.shape for name, X in mfeat.views.items()} == {
        name: (2000, width)
        for name, width in dict(fac=216, fou=76, kar=64, mor=6, pix=240, zer=47).items()
    }
    np.testing.assert_array_equal(np.bincount(mfeat.target), np.full(10, 200))
    np.testing.assert_array_equal(mfeat.data[:, 216:292], mfeat.views["fou"])
    assert set(np.unique(mfeat.views["pix"])) == set(range(7))


def test_spirals_lie_on_their_arms():
    quiet = datasets.make_two_spirals(100, noise=0.0)
    radius = np.linalg.norm(quiet.data, axis=1)
    angle = np.linspace(0, 4 * np.pi, 50)
    np.testing.assert_allclose(radius, np.concatenate([angle, angle + np.pi]), atol=1e-12)
    noisy = datasets.make_two_spirals(100, random_state=0).data - quiet.data
    assert 0 <= noisy.min() < 0.1 < 0.9 < noisy.max() <= 1
    with pytest.raises(ValueError, match="n_samples"):
        datasets.make_two_spirals(7)
    short = datasets.make_two_spirals(10, noise=0.0, turns=0.5).data
    np.testing.assert_allclose(short[4], [-np.pi, 0], atol=1e-12)  # half a turn ends on the left
    with pytest.raises(ValueError, match="turns"):
        datasets.make_two_spirals(8, turns=0)


def test_a_swiss_roll_unrolls_by_its_angle():
    roll = datasets.make_swiss_roll(500, random_state=0)
    np.testing.assert_allclose(np.hypot(roll.data[:, 0], roll.data[:, 2]), roll.target)
    np.testing.assert_array_equal(roll.data[:, 1], roll.height)
    assert 0 <= roll.target.min() < 0.2 < 9.2 < roll.target.max() <= 3 * np.pi
    assert 0 <= roll.height.min() < 1 < 29 < roll.height.max() <= 30


def test_the_nile_falls_after_1898():
    nile = datasets.load_nile()
    year, flow = nile.data[:, 0], nile.target
    assert (year[0], year[-1]) == (1871, 1970)
    assert flow[year <= 1898].mean() == pytest.approx(1097.75)
    assert flow[year > 1898].mean() == pytest.approx(849.97, abs=0.01)


def test_the_noisy_curve_at_inputs_drawn():
    trend = datasets.make_sinc_trend(200, 0.0, random_state=0, inputs="normal")
    np.testing.assert_array_equal(trend.x, np.random.default_rng(0).normal(size=200))
    np.testing.assert_allclose(trend.y, np.sinc(trend.x) + 0.1 * trend.x)
    with pytest.raises(ValueError, match="inputs"):
        datasets.make_sinc_trend(inputs="odd")


def test_mice_have_two_views_five_diets_and_two_genotypes():
    mice = datasets.load_nutrimouse()
    assert mice.data.shape == (40, len(mice.feature_names)) == (40, 120)
    assert mice.lipids.shape == (40, len(mice.lipid_names)) == (40, 21)
    np.testing.assert_allclose(mice.lipids.sum(axis=1), 100, atol=0.5)  # per cent
    for diet in ("coc", "fish", "lin", "ref", "sun"):
        for genotype in ("wt", "ppar"):
            assert np.sum((mice.target == diet) & (mice.genotype == genotype)) == 4
    receptor = mice.data[:, mice.feature_names.index("PPARa")]  # what the one genotype lacks
    assert receptor[mice.genotype == "ppar"].mean() < receptor[mice.genotype == "wt"].mean()


def test_double_spiral_and_chessboard_are_as_told():
    quiet = datasets.make_double_spiral(100, noise=0.0)
    arm, other = quiet.data[:50], quiet.data[50:]
    np.testing.assert_allclose(arm[:, :2], -other[:, :2])
    np.testing.assert_allclose(np.hypot(*arm[:, :2].T), arm[:, 2])
    noisy = datasets.make_double_spiral(1000, noise=0.5, random_state=0).data
    assert (noisy - datasets.make_double_spiral(1000, noise=0.0).data).std() == pytest.approx(
        0.5, rel=0.05
    )
    with pytest.raises(ValueError, match="even"):
        datasets.make_double_spiral(7)
    board = datasets.make_chessboard(2000, 3, random_state=0)
    x, y = np.floor(board.data).T
    np.testing.assert_array_equal(board.target, (x + y) % 2)
    assert board.data.min() >= 0
    assert board.data.max() < 3
