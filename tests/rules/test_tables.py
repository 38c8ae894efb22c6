"""Databases, tables of patterns, measures and their exchange format."""

from xml.etree import ElementTree

import numpy as np
import pytest
from scipy import sparse
from scipy.stats import hypergeom

from mlcompanion.rules import (
    MEASURES,
    Transactions,
    association_rules,
    eclat,
    from_pmml,
    interest,
    load_transactions,
    to_pmml,
)

LISTS = [["milk", "bread"], [], ["bread", "bread", "beer"], ["beer"], ["milk", "bread", "beer"]]


def test_lists_tables_and_files_make_the_same_database(tmp_path):
    baskets = Transactions.from_lists(LISTS)
    assert baskets.items == ("beer", "bread", "milk")
    np.testing.assert_array_equal(baskets.item_counts(), [3, 3, 2])
    np.testing.assert_array_equal(baskets.basket_sizes(), [2, 0, 2, 1, 3])
    path = tmp_path / "baskets.csv"
    path.write_text("\n".join(",".join(basket) for basket in LISTS) + "\n", encoding="utf-8")
    read = load_transactions(path)
    assert (read.X != baskets.X).nnz == 0
    quoted = tmp_path / "quoted.csv"
    quoted.write_text('"a, b";c\nc\n', encoding="utf-8")
    assert load_transactions(quoted, ";").items == ("a, b", "c")


def test_a_file_without_items_is_refused(tmp_path):
    path = tmp_path / "empty.csv"
    path.write_text("\n\n", encoding="utf-8")
    with pytest.raises(ValueError, match="path must lead to a file with baskets"):
        load_transactions(path)
    with pytest.raises(FileNotFoundError):
        load_transactions(tmp_path / "none.csv")


def test_rows_of_a_table_are_baskets():
    pd = pytest.importorskip("pandas")  # not among the lowest versions
    columns = {"class": ["1st", "crew", "1st"], "age": [3, 5, 3]}
    for table in (columns, pd.DataFrame(columns)):
        baskets = Transactions.from_table(table)
        assert baskets.items == ("class=1st", "class=crew", "age=3", "age=5")
        assert baskets.count(["class=1st", "age=3"]) == 2
    with pytest.raises(ValueError, match="missing value in column 'u'"):
        Transactions.from_table({"u": ["a", None]})


@pytest.mark.parametrize("kind", [sparse.csr_array, sparse.csc_matrix, sparse.coo_array, list])
def test_any_form_of_the_table(kind):
    X = np.random.default_rng(0).random((70, 6)) < 0.3
    given = X.tolist() if kind is list else kind(X.astype(float))
    baskets = Transactions(given)
    np.testing.assert_array_equal(baskets.X.toarray(), X)
    np.testing.assert_array_equal(baskets.covers(["i1", "i4"]), X[:, 1] & X[:, 4])
    assert baskets.count(["i1", "i4"]) == np.sum(X[:, 1] & X[:, 4])
    assert baskets.count([]) == 70
    np.testing.assert_array_equal(baskets.take([3, 3, 0]).X.toarray(), X[[3, 3, 0]])


def test_stored_zeros_are_no_items():
    X = sparse.csr_array((np.array([1.0, 0.0]), ([0, 1], [0, 1])), shape=(2, 2))
    assert Transactions(X).item_counts().tolist() == [1, 0]
    with pytest.raises(ValueError, match="X must hold only"):
        Transactions(sparse.csr_array(np.array([[2.0, 0.0]])))


def some_rules(confidence=0.0):
    X = np.random.default_rng(1).random((60, 6)) < np.array([0.9, 0.5, 0.5, 0.3, 0.2, 1.0])
    return association_rules(eclat(Transactions(X), 0.05), confidence)


def test_sorting_breaks_ties_by_count_then_length_then_place():
    rules = some_rules().sort("confidence")
    keys = list(zip(-rules.quality["confidence"], -rules.quality["count"], rules.lengths()))
    assert keys == sorted(keys)
    assert len(rules.head(4)) == 4
    assert len(rules.head(10**6)) == len(rules)


def test_measures_are_those_of_scipy_and_of_the_formulas():
    rules = some_rules()
    c, x, y = (rules.quality[k] for k in ("count", "lhs_count", "rhs_count"))
    law = hypergeom(60, y, x)
    np.testing.assert_allclose(interest(rules, "p_value"), law.sf(c - 1), rtol=1e-9)
    np.testing.assert_allclose(interest(rules, "hyper_confidence"), law.cdf(c - 1), atol=1e-12)
    np.testing.assert_allclose(interest(rules, "hyper_lift"), c / law.ppf(0.99))
    np.testing.assert_allclose(interest(rules, "leverage"), c / 60 - x * y / 3600, atol=1e-15)
    with np.errstate(divide="ignore", invalid="ignore"):
        want = (1 - y / 60) / (1 - c / x)
    want[(y == 60)] = 1.0
    np.testing.assert_allclose(interest(rules, "conviction"), want)
    for measure in MEASURES:
        assert interest(rules, measure).shape == (len(rules),)


def test_lift_knows_no_direction():
    rules = some_rules()
    lift = {pair: v for pair, v in zip(rules.pairs(), rules.quality["lift"])}
    both = [(pair, pair[::-1]) for pair in lift if pair[::-1] in lift]
    assert len(both) > 10
    assert all(lift[a] == pytest.approx(lift[b], rel=1e-12) for a, b in both)


def test_sides_can_be_asked_for():
    rules = some_rules().subset(lhs=["i1"], rhs=["i2"])
    assert len(rules)
    assert all("i1" in x and y == ("i2",) for x, y in rules.pairs())


NAMES = ["a b", "c/d", 'e "f"', "g & h", "<i>", "ü\tj"]


def test_pmml_there_and_back():
    X = np.random.default_rng(1).random((60, 6)) < 0.5
    rules = association_rules(eclat(Transactions(X, NAMES), 0.05), 0.3)
    text = to_pmml(rules)
    back = from_pmml(text)
    assert back.items == rules.items
    assert back.pairs() == rules.pairs()
    for name, values in rules.quality.items():
        np.testing.assert_array_equal(back.quality[name], values)
    root = ElementTree.fromstring(text.encode())
    assert len(root.findall(".//{*}AssociationRule")) == len(rules)


def test_pmml_of_no_rule():
    rules = some_rules().take([])
    assert len(from_pmml(to_pmml(rules))) == 0


@pytest.mark.parametrize(
    ("what", "instead", "words"),
    [
        ('numberOfTransactions="60"', "", "proper numberOfTransactions"),
        ('antecedent="1"', 'antecedent="999"', "unknown antecedent"),
        ('itemRef="1"', 'itemRef="77"', "unknown items"),
        ("AssociationModel", "TreeModel", "must hold an AssociationModel"),
    ],
)
def test_documents_that_lack_a_part(what, instead, words):
    text = to_pmml(some_rules(0.5))
    assert what in text
    with pytest.raises(ValueError, match=words):
        from_pmml(text.replace(what, instead))


def test_names_that_xml_has_not():
    X = np.ones((3, 2))
    rules = association_rules(eclat(Transactions(X, ["a", "b\x00"]), 0.5))
    with pytest.raises(ValueError, match="XML can name"):
        to_pmml(rules)
