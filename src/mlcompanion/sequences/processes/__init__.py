"""Process measures, which are sources and predictors at once, and what compares them."""

from .base import Measure
from .chains import HMM, IID, Degenerate, Markov
from .cover import CountableMixture, Cover, greedy_countable_mixture, greedy_cover
from .distance import coin_net, d_infinity, maximum_mean_cycle
from .divergence import KLEstimate, adversary, best_order_k_loss, kl_cumulative
from .followers import HiddenTrack, OnTrack
from .mixtures import GridMixture, Mixture, conditional_tv, markov_grid
from .orders import KT, RMeasure
from .words import champernowne_bits, fibonacci_word, thue_morse

__all__ = [
    "HMM",
    "IID",
    "KT",
    "CountableMixture",
    "Cover",
    "Degenerate",
    "GridMixture",
    "HiddenTrack",
    "KLEstimate",
    "Markov",
    "Measure",
    "Mixture",
    "OnTrack",
    "RMeasure",
    "adversary",
    "best_order_k_loss",
    "champernowne_bits",
    "coin_net",
    "conditional_tv",
    "d_infinity",
    "fibonacci_word",
    "greedy_countable_mixture",
    "greedy_cover",
    "kl_cumulative",
    "markov_grid",
    "maximum_mean_cycle",
    "thue_morse",
]
