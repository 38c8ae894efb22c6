"""Studies of chapter jmlr12/30_gp_information_rates."""
