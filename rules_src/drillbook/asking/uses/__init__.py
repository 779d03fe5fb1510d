"""What is made of answers: comparisons, tools for the table, house rules, other readings."""
