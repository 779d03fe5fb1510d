"""The tabs below a calculator's picture: other readings, another ruleset, luck, and dice."""
