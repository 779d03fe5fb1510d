"""The inputs of a question: their kinds, their groups and the situations of a form."""
