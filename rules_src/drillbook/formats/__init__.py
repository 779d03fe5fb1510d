"""One printer per surface; every printer lays out the same sheet."""
