"""Experiments on bounds: exact tails and expectations beside what is promised of them."""
