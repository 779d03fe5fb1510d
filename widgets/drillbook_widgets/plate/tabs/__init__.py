"""The tabs below a calculator's picture: other readings, another ruleset, luck, dice that roll."""
