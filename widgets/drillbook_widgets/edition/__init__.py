"""The edition without a server: the whole book as plain files, whose answers are computed in the reader's browser."""
