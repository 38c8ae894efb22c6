"""Many classes by two-class linear models, in a row or in a tree; each dot product is counted.

One-against-all, the filter tree and the conditional probability tree, all trained on line by
logistic steps. Choromanska (2014), sections 1.2 and 1.2.1.
"""

import numpy as np

__all__ = ["ConditionalTree", "Counter", "FilterTree", "OneAgainstAll", "classes", "tree_counts"]


class Counter:
    """Linear models whose dot products are counted."""

    def __init__(self, n_models, d, step=0.1):
        self.weights = np.zeros((n_models, d))
        self.step = step
        self.products = 0
        self.updates = 0

    def score(self, node, x):
        """Score of one model."""
        self.products += 1
        return self.weights[node] @ x

    def scores(self, x):
        """Scores of all models."""
        self.products += len(self.weights)
        return self.weights @ x

    def learn(self, node, x, right, score):
        """One logistic step of a model whose score is known."""
        self.updates += 1
        p = 1 / (1 + np.exp(-np.clip(score, -30, 30)))
        self.weights[node] += self.step * (float(right) - p) * x


class OneAgainstAll:
    """A model for each class against all others."""

    def __init__(self, n, d):
        self.models = Counter(n, d)

    def predict(self, x):
        """The class of the largest score."""
        return int(self.models.scores(x).argmax())

    def learn(self, x, label):
        """One step of every model."""
        scores = self.models.scores(x)
        for k in range(len(scores)):
            self.models.learn(k, x, k == label, scores[k])


class _Tree:
    """A balanced tree over n = 2**depth classes in random order; node v has children 2v, 2v + 1."""

    def __init__(self, n, d, rng):
        self.n = n
        self.models = Counter(n, d)  # nodes 1, ..., n - 1
        self.leaf = np.argsort(rng.permutation(n))  # place of each class
        self.label = np.argsort(self.leaf)

    def _path(self, label):
        """Nodes from the leaf's parent up to the root, each with the side that leads down."""
        v = self.n + int(self.leaf[label])
        while v > 1:
            yield v // 2, v % 2
            v //= 2

    def predict(self, x):
        """Go down from the root, at each node to the side of its score."""
        v = 1
        while v < self.n:
            v = 2 * v + (self.models.score(v, x) > 0)
        return int(self.label[v - self.n])


class FilterTree(_Tree):
    """A node is trained only on samples whose class has won all matches below it."""

    def learn(self, x, label):
        """Climb from the class's leaf until it loses."""
        for node, right in self._path(label):
            score = self.models.score(node, x)
            self.models.learn(node, x, right, score)
            if (score > 0) != right:
                return


class ConditionalTree(_Tree):
    """Each node holds the probability of its right side, given that the class is below it."""

    def learn(self, x, label):
        """One step of every node between the leaf and the root."""
        for node, right in self._path(label):
            self.models.learn(node, x, right, self.models.score(node, x))

    def most_likely(self, x):
        """The class of the largest product of probabilities, and it: search with pruning."""
        best = [0.0, -1]
        self._search(1, 1.0, x, best)
        return int(self.label[best[1]]), best[0]

    def _search(self, v, chance, x, best):
        if chance <= best[0]:
            return
        if v >= self.n:
            best[:] = chance, v - self.n
            return
        right = 1 / (1 + np.exp(-np.clip(self.models.score(v, x), -30, 30)))
        likely = int(right > 0.5)
        for side in (likely, 1 - likely):
            self._search(2 * v + side, chance * (right if side else 1 - right), x, best)


def classes(n, d, samples, rng, kept=1.0):
    """Points around n random centres and their labels, which are drawn anew unless kept."""
    centres = rng.normal(size=(n, d))
    labels = rng.integers(n, size=samples)
    X = centres[labels] + 0.3 * rng.normal(size=(samples, d))
    given = np.where(rng.random(samples) < kept, labels, rng.integers(n, size=samples))
    return np.column_stack([X, np.ones(samples)]), given


def _most(call, models, X, what="products"):
    """The most that any of the calls added to a counter, and the mean."""
    added = []
    for x in X:
        before = getattr(models, what)
        call(x)
        added.append(getattr(models, what) - before)
    return max(added), float(np.mean(added))


def tree_counts(n, seed=0, d=10, per_class=10, tried=100):
    """Dot products and updates of the three machines for n classes."""
    rng = np.random.default_rng(seed)
    X, y = classes(n, d, per_class * n, rng)
    row = OneAgainstAll(n, d + 1)
    for x, label in zip(X[:20], y[:20]):
        row.learn(x, label)
    tree = FilterTree(n, d + 1, rng)
    updates = []
    for x, label in zip(X, y):
        before = tree.models.updates
        tree.learn(x, label)
        updates.append(tree.models.updates - before)
    noisy, given = classes(n, d, per_class * n, rng, kept=0.02)
    chances = ConditionalTree(n, d + 1, rng)
    for x, label in zip(noisy, given):
        chances.learn(x, label)
    return {
        "oaa": _most(row.predict, row.models, X[:tried])[0],
        "tree_test": _most(tree.predict, tree.models, X[:tried])[0],
        "tree_train": max(updates),
        "prob": _most(chances.most_likely, chances.models, noisy[:tried])[1],
    }
