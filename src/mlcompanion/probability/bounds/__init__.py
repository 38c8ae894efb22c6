"""What bounds a tail or an expectation."""
