"""What chapter jmlr12/30_gp_information_rates runs beside the library."""
