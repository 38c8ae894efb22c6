"""Laws with a name: of counts, of numbers, of vectors and matrices."""
