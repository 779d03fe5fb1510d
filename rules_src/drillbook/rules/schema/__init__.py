"""The files of a ruleset: their keys, their checks, and the sentences about what is wrong."""
