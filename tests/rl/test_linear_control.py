"""Linear control: compiled rules against plain ones, and what they reduce to by hand."""

import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from mlcompanion.rl import run_episodes
from mlcompanion.rl.approximation import (
    CarTask,
    LinearAgent,
    LinearBestMatch,
    LinearReplay,
    LinearSarsa,
    TileCoder,
)
from mlcompanion.rl.environments import drive_car


class Plain:
    """The three rules with dictionaries and lists, written from the source's words."""

    def __init__(self, learner, coder, gamma):
        self.learner, self.coder, self.gamma = learner, coder, gamma
        self.theta, self.base, self.queue, self.ages = {}, {}, [], {}

    def value(self, weights, features, action):
        return sum(weights.get((f, action), 0.0) for f in features)

    def best(self, features):
        return max(self.value(self.theta, features, a) for a in range(3))

    def move(self, weights, features, action, by):
        for f in features:
            weights[f, action] = weights.get((f, action), 0.0) + by

    def target(self, sample):
        _, _, reward, after, done, _ = sample[:6]
        return reward + (0.0 if done else self.gamma * self.best(after))

    def learn(self, sample, following):
        before, action, reward, after, done, rate = sample
        if isinstance(self.learner, LinearSarsa):
            self.ages = {pair: age + 1 for pair, age in self.ages.items()}
            self.ages.update({(f, action): 0 for f in before})
            error = reward - self.value(self.theta, before, action)
            if not done:
                error += self.gamma * self.value(self.theta, after, following)
            for pair, age in self.ages.items():
                length = self.learner.trace_length
                if length is None or age <= length:
                    by = rate * error * (self.gamma * self.learner.lam) ** age
                    self.theta[pair] = self.theta.get(pair, 0.0) + by
            if done:
                self.ages = {}
        elif isinstance(self.learner, LinearReplay):
            self.queue = [*self.queue, sample][-self.learner.n_samples :]
            for old in self.queue:
                error = self.target(old) - self.value(self.theta, old[0], old[1])
                self.move(self.theta, old[0], old[1], old[5] * error)
        else:
            if len(self.queue) == self.learner.n_samples:
                oldest, target = self.queue.pop(0)
                error = target - self.value(self.base, oldest[0], oldest[1])
                self.move(self.base, oldest[0], oldest[1], oldest[5] * error)
            self.queue.append((sample, None))
            self.queue = [(old, self.target(old)) for old, _ in self.queue]
            for old, _ in self.queue:
                for f in old[0]:
                    self.theta[f, old[1]] = self.base.get((f, old[1]), 0.0)
            for old, target in self.queue:
                error = target - self.value(self.theta, old[0], old[1])
                self.move(self.theta, old[0], old[1], old[5] * error)


def walk(agent, plain, n_episodes, rng):
    """A drunken walk on [0, 1] that both learn from; episodes end at the right."""
    for episode in range(1, n_episodes + 1):
        place = rng.random(1) * 0.8
        action = agent.begin(place)
        rate = agent.learner.first / (agent.learner.decay * (episode - 1) + 1)
        done = False
        while not done:
            step = (action - 1) * 0.1 + 0.05 * rng.normal()
            after = np.maximum(place + step, 0.0)
            done = bool(after[0] > 1)
            reward = -1 + 0.3 * rng.normal()
            following = agent.observe(reward, after, done=done)
            features = [tuple(agent.coder.encode([x])[0].tolist()) for x in (place, after)]
            plain.learn((features[0], action, reward, features[1], done, rate), following)
            place, action = after, following


LEARNERS = [
    LinearSarsa(first=0.2, decay=0.5),
    LinearSarsa(lam=0.7, trace_length=3, first=0.2),
    LinearSarsa(lam=0.7, trace_length=None, first=0.2),
    LinearSarsa(lam=0.0, first=0.3),
    LinearReplay(n_samples=6, first=0.1, decay=0.2),
    LinearReplay(n_samples=1, first=0.2),
    LinearBestMatch(n_samples=6, first=0.2, decay=0.2),
    LinearBestMatch(n_samples=1, first=0.2),
    LinearBestMatch(n_samples=1000, first=0.05),
]


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
def test_weights_are_those_of_a_plain_copy(learner):
    rng = np.random.default_rng(7)
    coder = TileCoder([0.0], [1.0], n_tilings=3, n_bins=5, random_state=rng)
    agent = LinearAgent(learner, coder, 3, gamma=0.95, epsilon=0.3, random_state=rng)
    plain = Plain(learner, coder, 0.95)
    walk(agent, plain, 6, rng)
    expected = np.zeros((coder.n_features, 3))
    for pair, weight in plain.theta.items():
        expected[pair] = weight
    assert np.abs(expected).max() > 0.1
    np.testing.assert_allclose(agent.weights, expected, atol=1e-11)


def test_with_one_sample_best_match_is_q_learning():
    coder = TileCoder([0.0], [1.0], n_tilings=3, n_bins=5, random_state=0)
    agents = [
        LinearAgent(rule(n_samples=1, first=0.1, decay=0.0), coder, 2, epsilon=1, random_state=3)
        for rule in (LinearBestMatch, LinearReplay)
    ]
    for agent in agents:
        rng = np.random.default_rng(4)
        agent.begin(rng.random(1))
        for _ in range(200):
            agent.observe(rng.normal(), rng.random(1))
    np.testing.assert_allclose(agents[0].weights, agents[1].weights, rtol=1e-12)


def states_as_tiles(n, learner, **options):
    """An agent for which every whole number 0 .. n - 1 is a feature of its own."""
    coder = TileCoder([0.0], [float(n - 1)], n_tilings=1, n_bins=n, random_state=0)
    tiles = coder.encode(np.arange(n)[:, None])[:, 0]
    assert len(set(tiles.tolist())) == n
    return LinearAgent(learner, coder, **options)


def test_one_sample_used_often():
    # Eq. 15 and 16: replay mixes all targets, best-match keeps the newest, with one rate
    n, rate = 6, 0.3
    for rule in (LinearReplay, LinearBestMatch):
        learner = rule(n_samples=50, first=rate, decay=0.0)
        agent = states_as_tiles(4, learner, n_actions=1, gamma=0.5)
        agent.begin([0.0])
        targets = []
        agent.observe(1.0, [1.0])
        targets.append(1.0)
        for _ in range(n - 1):
            # what state 1 was worth when the sweep began, or when its first sample was used
            targets.append(1.0 + 0.5 * agent.values([[1.0]])[0, 0])
            agent.observe(2.0, [1.0])
        found = agent.values([[0.0]])[0, 0]
        if rule is LinearBestMatch:
            expected = rate * targets[-1]
        else:
            expected = sum(rate * (1 - rate) ** (n - 1 - k) * t for k, t in enumerate(targets))
        assert found == pytest.approx(expected, rel=1e-12)


def test_tabular_values_are_the_weighted_targets():
    # Eq. 12 to 14: base and targets, the younger the heavier
    rng = np.random.default_rng(1)
    rate, places = 0.25, 5
    learner = LinearBestMatch(n_samples=12, first=rate, decay=0.0)
    agent = states_as_tiles(places, learner, n_actions=2, gamma=0.9, epsilon=1.0, random_state=rng)
    seen, state = [], 0
    action = agent.begin([0.0])
    for _ in range(300):
        after = int(rng.integers(places))
        reward = rng.normal()
        values = agent.values(np.arange(places)[:, None])
        following = agent.observe(reward, [float(after)])
        seen = [*seen, (state, action, reward, after)][-12:]
        state, action = after, following
    tiles = agent.coder.encode(np.arange(places)[:, None])[:, 0]
    expected = agent.base_weights[tiles]
    for s, a, r, after in seen:
        expected[s, a] += rate * (r + 0.9 * values[after].max() - expected[s, a])
    np.testing.assert_allclose(agent.weights[tiles], expected, rtol=1e-12)
    assert agent.n_stored == 12


def test_outside_of_the_queue_both_sets_of_weights_are_one():
    rng = np.random.default_rng(2)
    coder = TileCoder([0.0], [1.0], n_tilings=4, n_bins=30, random_state=rng)
    agent = LinearAgent(LinearBestMatch(n_samples=5), coder, 2, epsilon=1, random_state=rng)
    points = rng.random((400, 1))
    agent.begin(points[0])
    for point in points[1:]:
        agent.observe(-1.0, point)
    queued = np.zeros(coder.n_features, dtype=bool)
    queued[coder.encode(points[-6:-1])] = True
    np.testing.assert_allclose(agent.weights[~queued], agent.base_weights[~queued], rtol=1e-12)
    assert np.abs(agent.weights[queued] - agent.base_weights[queued]).max() > 0.01


@pytest.mark.parametrize("learner", [LinearSarsa(), LinearReplay(), LinearBestMatch()], ids=repr)
def test_the_compiled_drive_is_the_agents(learner):
    coder = TileCoder([-1.2, -0.07], [0.5, 0.07], random_state=5)
    task = CarTask(max_steps=400, start=(-0.5, 0.0), coder=coder)
    made = learner.play(task, 1, 0.1, np.random.default_rng(8))
    agent = LinearAgent(learner, coder, 3, epsilon=0.1, random_state=np.random.default_rng(8))
    action, point = agent.begin([-0.5, 0.0]), np.array([-0.5, 0.0])
    for _ in range(made.steps[0]):
        point = drive_car([action - 1], position=point[0], velocity=point[1])[1]
        action = agent.observe(-1.0, point, done=point[0] >= 0.5)
    np.testing.assert_array_equal(agent.weights, made.values)
    assert agent.n_updates == made.updates
    assert made.returns[0] == -made.steps[0]


@pytest.mark.parametrize("learner", [LinearSarsa(), LinearReplay(), LinearBestMatch()], ids=repr)
def test_the_car_is_learnt(learner):
    runs = run_episodes(learner, CarTask(), 30, n_runs=4, epsilon=0.0, random_state=0)
    assert runs.returns.shape == runs.steps.shape == (4, 30)
    late = np.median(runs.returns[:, -10:])
    assert late > -160
    assert late > np.median(runs.returns[:, :3])
    again = run_episodes(learner, CarTask(), 30, n_runs=4, epsilon=0.0, random_state=0)
    np.testing.assert_array_equal(runs.returns, again.returns)


def test_a_discount_shrinks_returns():
    task = CarTask(gamma=0.9, max_steps=50)
    runs = run_episodes(LinearReplay(), task, 3, epsilon=0.0, random_state=0)
    expected = [-sum(0.9**k for k in range(n)) for n in runs.steps[0]]
    np.testing.assert_allclose(runs.returns[0], expected, rtol=1e-12)


def test_updates_are_counted():
    task = CarTask(max_steps=30)
    for learner, expected in (
        (LinearSarsa(), 30),
        (LinearReplay(n_samples=5), 1 + 2 + 3 + 4 + 26 * 5),
        (LinearBestMatch(n_samples=5), 1 + 2 + 3 + 4 + 26 * 5),
    ):
        made = learner.play(task, 1, 0.0, np.random.default_rng(1))
        assert made.steps[0] == 30
        assert made.updates == expected


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: LinearSarsa(lam=1.5), "lam"),
        (lambda: LinearSarsa(first=1.1), "first"),
        (lambda: LinearSarsa(trace_length=-1), "trace_length"),
        (lambda: LinearReplay(n_samples=0), "n_samples"),
        (lambda: LinearBestMatch(n_samples=0), "n_samples"),
        (lambda: LinearBestMatch(decay=-1), "decay"),
        (lambda: CarTask(max_steps=0), "max_steps"),
        (lambda: CarTask(gamma=1.2), "gamma"),
        (lambda: CarTask(start=(0.5, 0.0)), "start"),
        (lambda: CarTask(start=(0.0, 0.1)), "start"),
        (lambda: CarTask(coder=TileCoder([0.0], [1.0])), "coder"),
    ],
)
def test_numbers_that_are_refused(make, name):
    with pytest.raises(ValueError, match=name):
        make()


def test_agents_that_are_refused():
    coder = TileCoder([0.0], [1.0])
    with pytest.raises(ValueError, match="gamma"):
        LinearAgent(LinearSarsa(), coder, 2, gamma=1.1)
    with pytest.raises(ValueError, match="trace_length"):
        LinearAgent(LinearSarsa(lam=1.0), coder, 2)
    with pytest.raises(ValueError, match="begin"):
        LinearAgent(LinearSarsa(), coder, 2).observe(0.0, [0.0])
    agent = LinearAgent(LinearSarsa(), coder, 2)
    agent.begin([0.0])
    assert agent.observe(0.0, [1.0], done=True) is None
    with pytest.raises(ValueError, match="begin"):
        agent.observe(0.0, [0.0])
    with pytest.raises(ValueError, match="point"):
        agent.begin([0.0, 1.0])


@pytest.mark.parametrize("rule", [LinearReplay, LinearBestMatch])
def test_steps_that_are_too_long_say_so_once(rule):
    coder = TileCoder([0.0], [1.0], n_tilings=4, n_bins=6, random_state=0)
    agent = LinearAgent(rule(first=1.0), coder, 2, epsilon=0.2, random_state=0)
    places = np.random.default_rng(0).random((6000, 1))
    agent.begin([0.0])
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        for place in places:
            agent.observe(-1.0, place)
    assert [note.category for note in said] == [ConvergenceWarning]


def test_steps_that_are_too_long_warn():
    with pytest.warns(ConvergenceWarning, match="1 of 1 runs left the numbers"):
        run_episodes(LinearReplay(first=1.0), CarTask(max_steps=2000), 3, random_state=0)
