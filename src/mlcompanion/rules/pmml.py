"""Rules in the exchange format PMML, out and in (Hahsler et al. 2011, section 2)."""

import re
from xml.etree import ElementTree

import numpy as np

from mlcompanion._validation import check_instance

from .associations import Rules, rule_measures
from .prefix_tree import incidence

__all__ = ["from_pmml", "to_pmml"]

_SPACE = "http://www.dmg.org/PMML-4_4"
#: Characters that no XML document can hold.
_NEVER = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def _sides(rules):
    """All left and right sides, each once, with a number."""
    numbers = {}
    for pair in rules.pairs():
        for side in pair:
            numbers.setdefault(side, len(numbers) + 1)
    return numbers


def to_pmml(rules):
    """Write rules as an AssociationModel of PMML 4.4.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    str
        An XML document. Numbers have all their digits.

    Raises
    ------
    ValueError
        If an item's name holds a character that XML has not.

    Notes
    -----
    Cost: O(total length). All items are written, also those of no rule.
    """
    check_instance(rules, "rules", Rules)
    for name in rules.items:
        if _NEVER.search(name):
            raise ValueError(f"rules must have items that XML can name, got {name!r}")
    root = ElementTree.Element("PMML", version="4.4", xmlns=_SPACE)
    ElementTree.SubElement(root, "Header", description="association rules")
    fields = ElementTree.SubElement(root, "DataDictionary", numberOfFields="2")
    for name in ("transaction", "item"):
        kind = {"optype": "categorical", "dataType": "string"}
        ElementTree.SubElement(fields, "DataField", name=name, **kind)
    sides = _sides(rules)
    quality = rules.quality
    model = ElementTree.SubElement(
        root,
        "AssociationModel",
        functionName="associationRules",
        numberOfTransactions=str(rules.n_baskets),
        numberOfItems=str(len(rules.items)),
        minimumSupport=repr(float(quality["support"].min(initial=1))),
        minimumConfidence=repr(float(quality["confidence"].min(initial=1))),
        numberOfItemsets=str(len(sides)),
        numberOfRules=str(len(rules)),
    )
    schema = ElementTree.SubElement(model, "MiningSchema")
    ElementTree.SubElement(schema, "MiningField", name="transaction", usageType="group")
    ElementTree.SubElement(schema, "MiningField", name="item", usageType="active")
    places = {}
    for number, name in enumerate(rules.items, 1):
        places[name] = str(number)
        ElementTree.SubElement(model, "Item", id=str(number), value=name)
    for side, number in sides.items():
        itemset = ElementTree.SubElement(
            model, "Itemset", id=str(number), numberOfItems=str(len(side))
        )
        for name in side:
            ElementTree.SubElement(itemset, "ItemRef", itemRef=places[name])
    numbers = [quality[name].tolist() for name in ("support", "confidence", "lift")]
    for (lhs, rhs), support, confidence, lift in zip(rules.pairs(), *numbers):
        ElementTree.SubElement(
            model,
            "AssociationRule",
            support=repr(support),
            confidence=repr(confidence),
            lift=repr(lift),
            antecedent=str(sides[lhs]),
            consequent=str(sides[rhs]),
        )
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True)


def _model(text):
    """The AssociationModel of a document, whatever version of PMML its names belong to."""
    check_instance(text, "text", str)
    try:
        # a declared encoding speaks of bytes; this is text
        root = ElementTree.fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", text))
    except ElementTree.ParseError as error:
        raise ValueError(f"text must be an XML document: {error}") from error
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    model = root.find("AssociationModel")
    if model is None:
        raise ValueError("text must hold an AssociationModel of PMML")
    return model


def _attribute(element, name, kind=str):
    """An attribute as a number or as text, or an error that names it."""
    try:
        return kind(element.attrib[name])
    except (KeyError, ValueError) as error:
        raise ValueError(f"text has <{element.tag}> without a proper {name}") from error


def _whole(rule, m):
    """The three counts of a rule, which its measures are ratios of."""
    support = _attribute(rule, "support", float)
    confidence = _attribute(rule, "confidence", float)
    lift = _attribute(rule, "lift", float)
    if not (0 < support <= confidence <= 1 and 0 < lift < np.inf):
        raise ValueError(
            f"text has a rule with support {support}, confidence {confidence}, lift {lift}"
        )
    count = round(support * m)
    return count, round(count / confidence), round(m * confidence / lift)


def from_pmml(text):
    """Read rules from an AssociationModel of PMML.

    Parameters
    ----------
    text : str
        An XML document, as :func:`to_pmml` writes it; of any version of PMML in which rules have
        support, confidence and lift.

    Returns
    -------
    Rules
        Measures are computed anew from whole counts, which the written ones determine if they
        have digits enough.

    Raises
    ------
    ValueError
        If the text is no such document, or a rule lacks a part or has impossible numbers.
    """
    model = _model(text)
    m = _attribute(model, "numberOfTransactions", int)
    elements = model.findall("Item")
    items = tuple(_attribute(item, "value") for item in elements)
    places = {_attribute(item, "id"): j for j, item in enumerate(elements)}
    sides = {}
    for itemset in model.findall("Itemset"):
        references = [_attribute(ref, "itemRef") for ref in itemset.findall("ItemRef")]
        if any(ref not in places for ref in references):
            raise ValueError(f"text has an itemset of unknown items: {references}")
        columns = sorted(places[ref] for ref in references)
        sides[_attribute(itemset, "id")] = np.array([columns], dtype=int)
    left = []
    right = []
    counts = []
    for rule in model.findall("AssociationRule"):
        for name, side in (("antecedent", left), ("consequent", right)):
            which = _attribute(rule, name)
            if which not in sides:
                raise ValueError(f"text has a rule with an unknown {name}: {which!r}")
            side.append(sides[which])
        counts.append(_whole(rule, m))
    columns = np.array(counts, dtype=np.int64).reshape(-1, 3).T
    return Rules(
        items=items,
        n_baskets=m,
        quality=rule_measures(*columns, m),
        lhs=incidence(left, len(items)),
        rhs=incidence(right, len(items)),
    )
