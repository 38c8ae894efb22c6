"""Rules of the form "whoever buys X also buys y": mined, measured, drawn and put to use."""

from .associations import Associations, Itemsets, Rules
from .cba import CBAClassifier
from .interest import MEASURES, interest
from .levelwise import apriori
from .making import association_rules, improvement
from .mining import EclatBranch, eclat, eclat_branches, least_count
from .nb_frequent import fit_item_counts, nb_frequent
from .pmml import from_pmml, to_pmml
from .sequential import Sequences, cspade
from .transactions import Transactions, load_transactions

__all__ = [
    "MEASURES",
    "Associations",
    "CBAClassifier",
    "EclatBranch",
    "Itemsets",
    "Rules",
    "Sequences",
    "Transactions",
    "apriori",
    "association_rules",
    "cspade",
    "eclat",
    "eclat_branches",
    "fit_item_counts",
    "from_pmml",
    "improvement",
    "interest",
    "least_count",
    "load_transactions",
    "nb_frequent",
    "to_pmml",
]
