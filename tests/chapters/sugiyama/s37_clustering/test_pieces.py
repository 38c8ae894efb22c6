"""Pieces of the graph of the spirals."""

from mlcompanion_chapters.sugiyama.s37_clustering.pieces import one_piece_shares


def test_more_neighbours_leave_fewer_pieces():
    shares = one_piece_shares(4, (2, 60))
    assert shares[0] <= shares[1] == 1
