"""Units and origin change no answer: decisions in time, games with signals, arms of a continuum.

Rewards have a unit, and each one more a move is worth 1 / (1 - gamma). ``far_out`` says how a table
is read, and holds that each function of the rooms is in it.
"""

from functools import cache
from types import SimpleNamespace

import numpy as np
from far_out import Case, dyadic, flat, free, reasons, tables
from test_bad_input import NAMES

from mlcompanion.bandits.monitoring import FlagPlayer, SignalGame
from mlcompanion.bandits.trees import DyadicTree
from mlcompanion.rl import MDP, MRP, EpisodicPOMDP, Setting, Task, Transitions
from mlcompanion.rl.bayes_adaptive import CountPrior, HyperBelief, most_probable
from mlcompanion.rl.bestmatch import BestMatchLVM, LastVisitModel

ROOMS = ("rl", "bandits")
R = SimpleNamespace(**NAMES["rl"])
G = SimpleNamespace(**NAMES["bandits"])
RNG = np.random.default_rng(14)
MOVES = [[[0.5, 0.5], [1.0, 0.0]], [[0.0, 1.0], [0.2, 0.8]]]
REWARDS = np.array([[1.0, 0.0], [0.0, 2.0]])
CHAIN = [[0.5, 0.5], [0.1, 0.9]]
PHI = np.array([[1.0, 0.5], [0.0, 2.0]])
GAMMA = 0.875
ENDS = ([0, 1, 0], [0.0, 1.0, 0.5], [1, 2, 2], [0, 1, 1], [False, True, True])
LOSSES = dyadic(RNG.random((8, 3)))
SHARE = np.array([[0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.2, 0.2, 0.6]])
PAYOFFS = np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5], [0.25, 0.5, 0.75]])
SIGNALS = np.array([[0.75, 0.25], [0.25, 0.75], [0.5, 0.5]])
LAW = [0.25, 0.25, 0.5]
PLACES = dyadic(np.linspace(0, 1, 9))
VALUES = 1 - np.abs(PLACES - 0.375)
GAPS = np.abs(PLACES[:, None] - PLACES)


OVER = [[False, True, True]] * 2
HEARD = [[True, False, False]] * 2
COUNTS = [5.0, 3.0, 3.0, 5.0]


def doors(b):
    """Two doors and a tiger, whose rewards have a unit, and who hears there how often."""
    world = R.tiger(listen=-b, treasure=10 * b, mauled=-100 * b)
    learning = CountPrior.of(world, psi=np.ones((2, 3, 2)), learn_seen=HEARD, ends=OVER)
    return world, learning


def game(a, b):
    return SignalGame(a + b * PAYOFFS, SIGNALS)


def matrix(a, b):
    law, cost = G.matrix_game(a + b * PAYOFFS)
    return flat(law, (cost - a) / b)


def record(a, b):
    return G.run_player(FlagPlayer(game(a, b)), game(a, b), LAW, 8, random_state=0)


def regret(name):
    """Of the moves that were made: the regret has the payoffs' unit."""

    made = cache(record)

    def call(a, b):
        if name == "action_regret":
            return G.action_regret(made(0.0, 1.0), game(a, b)) / b
        played = game(a, b)
        return getattr(G, name)(made(0.0, 1.0), played, G.flag_complex(played)) / b

    return free(1e-8, 1e-7)(call)


def means(payoff, a, b):
    return payoff((a + b * (PLACES[:-1] + 1 / 32))[:, None])


def process(a, b):
    return MDP(MOVES, a + b * REWARDS, GAMMA)


def worth(a):
    """What one reward of ``a`` a move is worth."""
    return a / (1 - GAMMA)


def reward_chain(b, a=0.0):
    return MRP(CHAIN, a + b * np.array([0.0, 1.0]))


def visits(b):
    return LastVisitModel([[1], [0]], [[b], [0.0]], [[0.5 * b], [0.0]], [[0.5], [0.25]], GAMMA)


def ended(b):
    states, rewards, *others = ENDS
    return Transitions(states, b * np.array(rewards), *others)


def evaluated(name, **options):
    call = getattr(R, name)

    def of(a, b):
        setting = Setting(3, GAMMA, 0.8, 0.1)
        found = call(ended(b), setting=setting, initial=b, **options)
        return flat(*(part for part in found)) / b

    return Case(of)


def episodes(a, b):
    task = Task(MDP([[[0, 1.0]], [[0, 1.0]]], b * np.array([[1.0], [0.0]]), GAMMA))
    found = R.run_episodes(BestMatchLVM(), task, 3, 2, random_state=0)
    return flat(found.returns) / b


CASES = {
    # decisions in time: rewards have a unit
    "policy_iteration": free()(lambda a, b: (R.policy_iteration(process(a, b)).Q - worth(a)) / b),
    "policy_value": free()(lambda a, b: (R.policy_value(process(a, b), [0, 1]) - worth(a)) / b),
    "value_iteration": Case(
        lambda a, b: R.value_iteration(process(a, b)).Q / b
    ),
    "asymptotic_law": Case(
        lambda a, b: flat(
            R.asymptotic_law(reward_chain(b), PHI, GAMMA).coef / b,
            R.asymptotic_law(reward_chain(b), PHI, GAMMA).covariance / b**2,
        ),
        tol=1e-9,
    ),
    "best_match_sweep": Case(
        lambda a, b: R.best_match_sweep(b * np.array([[0.5], [0.0]]), visits(b)) / b
    ),
    "best_match_values": evaluated("best_match_values"),
    "replay_values": evaluated("replay_values"),
    "td_lambda": evaluated("td_lambda"),
    "td_lambda, replacing": evaluated("td_lambda", trace="replacing", offline=True),
    "count_caps": Case(
        lambda a, b: flat(
            *R.count_caps(0.1 * b, gamma=0.9, reward=b, n_states=2, n_observations=2)
        )
    ),
    "epsilon_greedy": free()(
        lambda a, b: [
            R.epsilon_greedy(a + b * np.array([0.0, 1.0, 0.5]), random_state=s) for s in range(9)
        ]
    ),
    "estimate_mdp": free()(
        lambda a, b: (
            R.estimate_mdp(
                [0, 0, 0, 1], [0, 1, 1, 0], a + b * np.array([1.0, 0.0, 4.0, 2.0]), [0, 0, 1, 0],
                GAMMA,
            ).expected_reward.ravel()[:3] - a
        )
        / b
    ),
    "faithful_process": Case(
        lambda a, b: R.faithful_process(CHAIN, PHI, GAMMA, b * np.array([0.5, 1.0])).r / b
    ),
    "induced_mdp": Case(lambda a, b: R.induced_mdp(visits(b)).expected_reward / b),
    "last_visit_chain": Case(
        lambda a, b: (
            R.last_visit_chain(
                0, [1, 2, 0], rewards=b * np.array([1.0, 0.5, 0.2]),
                model_free=b * np.array([0.0, 1.0, 0.0]), steps=[0.5, 0.7, 1.0], gamma=GAMMA,
            ).value
            / b
        )
    ),
    "learn_from": Case(
        lambda a, b: (
            R.learn_from(
                BestMatchLVM(initial=b), ended(b), n_states=3, n_actions=2, gamma=GAMMA
            ).values
            / b
        )
    ),
    "optimal_weights": Case(
        lambda a, b: R.optimal_weights(reward_chain(b), PHI, GAMMA, b * np.ones(2)) * b**2
    ),
    "residual_weights": Case(
        lambda a, b: R.residual_weights(reward_chain(b), b * PHI, GAMMA) / b
    ),
    "run_episodes": Case(episodes),
    "sample_trajectories": Case(
        lambda a, b: R.sample_trajectories(reward_chain(b), 6, 2, random_state=0).rewards / b
    ),
    "solve_best_match": Case(lambda a, b: R.solve_best_match(visits(b)).Q / b),
    "squared_errors": Case(
        lambda a, b: R.squared_errors(reward_chain(b), PHI, GAMMA, b * np.ones(2)) / b**2
    ),
    # laws that are learned on the way
    "alpha_values": Case(lambda a, b: R.alpha_values(doors(b)[1], 0, COUNTS, 2) / b),
    "enumerate_alpha": Case(lambda a, b: R.enumerate_alpha(doors(b)[0], 2).vectors / b),
    "hyperstate_distance": Case(
        lambda a, b: R.hyperstate_distance(doors(b)[1], 0, COUNTS, 0, COUNTS[::-1]) / b
    ),
    "lookahead": Case(lambda a, b: R.lookahead(HyperBelief(doors(b)[1]), 2).values / b),
    "posterior_sampling": Case(
        lambda a, b: (
            R.posterior_sampling(
                doors(b)[1], EpisodicPOMDP.of(doors(b)[0], ends=OVER), n_steps=9, random_state=0
            ).rewards
            / b
        )
    ),
    "simulate": Case(
        lambda a, b: (
            R.simulate(
                doors(b)[1], EpisodicPOMDP.of(doors(b)[0], ends=OVER), depth=1, n_episodes=3,
                filter=most_probable(4), max_steps=5, random_state=0,
            ).returns
            / b
        )
    ),
    # games and arms
    "quadratic_variation": free()(
        lambda a, b: G.quadratic_variation(a + b * LOSSES) / b**2
    ),
    "matrix_game": free(1e-8, 1e-7)(matrix),
    "invariant_measure": Case(lambda a, b: G.invariant_measure(b * SHARE)),
    "best_response_areas": free(1e-9, 1e-8)(
        lambda a, b: np.array([area.volume() for area in G.best_response_areas(a + b * PAYOFFS)])
    ),
    "aligned_diagram": free()(
        lambda a, b: G.aligned_diagram(a + b * PAYOFFS)[1] + 1.0
    ),
    "response_borders": free(1e-8, 1e-7)(
        lambda a, b: np.abs(np.asarray(G.response_borders(a + b * PAYOFFS))) / b
    ),
    "best_response": free(1e-8, 1e-7)(
        lambda a, b: G.best_response(game(a, b), game(0.0, 1.0).flag(LAW)).law
    ),
    "worst_payoff": free(1e-8, 1e-7)(
        lambda a, b: (
            G.worst_payoff(game(a, b), LAW, game(0.0, 1.0).flag(LAW)) - a
        )
        / b
    ),
    "local_weak_constant": free()(
        lambda a, b: G.local_weak_constant(a + b * VALUES, a + b, 2 * b * GAPS)
    ),
    "weak_lipschitz_constant": free()(
        lambda a, b: G.weak_lipschitz_constant(a + b * VALUES, a + b, 2 * b * GAPS)
    ),
    "weak_lipschitz_violations": free()(
        lambda a, b: G.weak_lipschitz_violations(a + b * VALUES, a + b, 0.25 * b * GAPS)
    ),
    "near_optimality_dimension": Case(
        lambda a, b: G.near_optimality_dimension(b * np.array([0.5, 0.25, 0.125]), [2, 5, 9])
    ),
    "packing_number": free()(
        lambda a, b: G.packing_number(
            (a + b * PLACES)[:, None], np.ones(9, dtype=bool),
            lambda x, y: np.abs(x - y).max(axis=-1), 0.0625 * b,
        )
    ),
    "lattice_packing": Case(lambda a, b: G.lattice_packing(b, 0.125 * b)),
    "action_regret": regret("action_regret"),
    "external_regret": regret("external_regret"),
    "internal_regret": regret("internal_regret"),
    "run_player": Case(lambda a, b: record(0.0, b).counts),
    "flag_complex": free(1e-8, 1e-7)(
        lambda a, b: (G.flag_complex(game(a, b)).value(LAW) - a) / b
    ),
    "saddle_moves": free(1e-8, 1e-7)(
        lambda a, b: G.saddle_moves(game(a, b), game(0.0, 1.0).flag(LAW))
    ),
    "box_constants": Case(lambda a, b: G.box_constants(2, 1.0, b).nu1 / b),
    "grid_points": free()(
        lambda a, b: (G.grid_points(DyadicTree([a, a], [a + b, a + 2 * b]), 3) - a) / b
    ),
    "tree_dissimilarity": free(1e-7, 1e-7)(
        lambda a, b: (
            G.tree_dissimilarity(
                [a + 0.2 * b], [a + 0.7 * b], DyadicTree(a, a + b), b, 0.5, depth=12
            )
            / b
        )
    ),
    "broken_line": free()(lambda a, b: means(G.broken_line(a + b * PLACES, VALUES), a, b)),
    "step_payoff": free()(lambda a, b: means(G.step_payoff(a + b * PLACES, VALUES[1:]), a, b)),
    "power_peak": free()(
        lambda a, b: means(G.power_peak(a + 0.375 * b, 1.0, 1 / b), a, b)
    ),
}  # fmt: skip

EXCUSED = reasons(
    {
        "worlds of their own": """drive_car follow large_maze ring_walk scattered_moves tiger
            bump_of bump_payoffs uct_chain wavy_payoff""",
        "counts and laws": "follow_prior project_counts rock_prior sample_laws",
        "rules and numbers of steps": """laplacian_basis monte_carlo most_probable sample_weights
            step_sizes weighted_distance""",
        "costs and rewards between 0 and 1, and arms of a ball": """exp3_mixing play_seeds run_arms
            run_bandit run_exp3 run_halving tuned_step uct variation_constants visits_bound""",
        "numbers of a theorem, of counts and constants alone": """bump_height grid_size hoo_bound
            lower_bound regime_of start_depth truncation_depth""",
    }
)

test_listed, test_far_out = tables(ROOMS, CASES, EXCUSED)
