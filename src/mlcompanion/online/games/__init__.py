"""The other side of the protocol: environments, adversaries, and learners without geometry."""
