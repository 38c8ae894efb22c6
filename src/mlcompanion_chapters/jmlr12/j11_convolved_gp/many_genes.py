"""Many genes with eight fixed inducing points (section 6.4)."""

from mlcompanion.gp.outputs import ConvolvedGP

from .stand_ins import gene_runs, tested_on_other_run
from .toy import fit_quietly

__all__ = ["many_genes_row"]


def many_genes_row(seed, direction, n_genes, method, steps):
    """Train on one run, test on the other, inducing inputs equally spaced and held.

    Returns
    -------
    dict
        Keys ``missed``, ``loss``, ``n_iter``.
    """
    t, runs = gene_runs(seed, n_genes)
    model = ConvolvedGP(
        method, n_inducing=8, optimize_inducing=False, optimizer="scg", max_iter=steps
    )
    fit_quietly(model, [t] * n_genes, list(runs[direction]))
    error, loss = tested_on_other_run(model, t, runs[direction], runs[1 - direction])
    return {"missed": error, "loss": loss, "n_iter": model.n_iter_}
