"""Wu, Xu, Li and Oyama (2011): Robust BM25 on simulated logs of clicks.

Settles of chapter jmlr12/10_search_relevance: table5-web, table5-enterprise, mismatch-gain,
lambda-insensitive, training-cost.

The logs were fixed by two numbers alone: the average precision of plain BM25 (about 0.17 and 0.39,
as the source's second collection is the easier one) and the number of preferences for a query
(about 200). ``experiment`` tells the cases apart. *table*: one row a query, with the four measures
of every method (columns ``robust_0`` to ``bm25_3``), and whether the query shares no word with a
page of the best grade. *lambda*: mean measures of Robust BM25 for a regularisation. *pairs*: mean
measures of both learners when only so many preferences are kept. *epsilon*: what is added to BM25.
*cost*: seconds of the processor to build the matrix of ``M`` preferences and to train, one row a
query.
"""

from time import process_time

import numpy as np

from mlcompanion.datasets import make_click_log
from mlcompanion.kernel_methods import RobustRanker

from ..search_runs import METHODS, ClickSearch

LOGS = {"web": {"canonical": 0.2}, "enterprise": {"canonical": 0.8}}
SHORT = dict(zip(METHODS, ("robust", "pairwise", "expansion", "bm25")))
SIZES = {
    "default": {"parts": 8, "queries": 200},
    "paper": {"parts": 8, "queries": 500},
}


def cases(parts, queries):
    """Parts of the queries of either log; one case for each value that is varied."""
    table = [{"experiment": "table", "log": log, "part": part, "parts": parts, "seed": 0}
             for log in LOGS for part in range(parts)]  # fmt: skip
    lam = [{"experiment": "lambda", "lam": lam, "queries": queries, "seed": 0}
           for lam in (0.1, 0.3, 1.0, 3.0, 10.0)]  # fmt: skip
    pairs = [{"experiment": "pairs", "log": log, "max_pairs": n, "queries": queries, "seed": 0}
             for log in LOGS for n in (1, 3, 10, 30, 100, 400)]  # fmt: skip
    epsilon = [{"experiment": "epsilon", "epsilon": e, "queries": queries, "seed": 0}
               for e in (0.01, 0.1, 1.0, 5.0, 20.0)]  # fmt: skip
    cost = [{"experiment": "cost", "M": M, "traffic": 8, "seed": 0}
            for M in (100, 200, 400, 800, 1600)]  # fmt: skip
    return table + lam + pairs + epsilon + cost


def searched(name, seed, **options):
    """A log, ready to be searched."""
    return ClickSearch(make_click_log(traffic=2, random_state=seed, **LOGS[name]), **options)


def run(case):
    """The rows of a case."""
    kinds = {"table": table, "lambda": lambdas, "pairs": pairs, "epsilon": epsilon, "cost": cost}
    return kinds[case["experiment"]](case)


def table(case):
    """All four methods on every so-many-th query."""
    search, rows = searched(case["log"], case["seed"]), []
    for query in range(case["part"], len(search.KQ), case["parts"]):
        task = search.task(query)
        row = {"query": query, "n_pairs": len(task.pairs), "mismatched": search.mismatched(query)}
        for method, short in SHORT.items():
            found = search.judge(query, method, task=task)
            row |= {f"{short}_{k}": round(float(v), 6) for k, v in enumerate(found)}
        rows.append(row)
    return rows


def sampled(search, n):
    """So many queries, the same for every case."""
    n = min(n, len(search.KQ))
    return np.random.default_rng(1).permutation(len(search.KQ))[:n].tolist()


def lambdas(case):
    """Means over queries of the first log."""
    search = searched("web", case["seed"])
    queries = sampled(search, case["queries"])
    robust = np.mean([search.judge(q, METHODS[0], case["lam"]) for q in queries], axis=0)
    plain = np.mean([search.judge(q, "BM25") for q in queries], axis=0)
    return {"robust": robust.tolist(), "bm25": plain.tolist()}


def pairs(case):
    """Average precision and NDCG@5 of both learners, one row a query."""
    search, rows = searched(case["log"], case["seed"]), []
    for query in sampled(search, case["queries"]):
        task = search.task(query, max_pairs=case["max_pairs"])
        robust, plain = (search.judge(query, m, task=task) for m in METHODS[:2])
        rows.append({"robust_ap": float(robust[0]), "pairwise_ap": float(plain[0]),
                     "robust_5": float(robust[3]), "pairwise_5": float(plain[3])})  # fmt: skip
    return rows


def epsilon(case):
    """Means over queries of the first log."""
    search = searched("web", case["seed"], epsilon=case["epsilon"])
    queries = sampled(search, case["queries"])
    return {"robust": np.mean([search.judge(q, METHODS[0]) for q in queries], axis=0).tolist()}


def cost(case):
    """Seconds for five queries that have at least 1,600 preferences on a log with more traffic."""
    log = make_click_log(traffic=case["traffic"], random_state=case["seed"], **LOGS["web"])
    search, rows = ClickSearch(log), []
    counts = np.array([len(search.task(q, max_pairs=10**6).pairs) for q in range(len(search.KQ))])
    for query in np.argsort(-counts, kind="stable")[:6].tolist():
        task = search.task(query, max_pairs=case["M"])
        problem = (*search.kernels(task), task.pairs)
        start = process_time()
        ranker = RobustRanker(max_iter=10_000).fit(*problem)
        seconds = process_time() - start
        rows.append({"pairs": len(task.pairs), "train": seconds,
                     "gap": ranker.gap_ / ranker.objective_})  # fmt: skip
    return rows[1:]  # the first compiles
