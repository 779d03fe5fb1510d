"""The inputs of a question: their kinds, their groups, and the situations that a form can hold."""
