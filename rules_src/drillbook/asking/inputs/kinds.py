"""The kinds of input: a closed union; each kind parses, formats and bounds one input.

Every complaint is a sentence.
"""

from drillbook.asking.inputs.numbers import Count, Length
from drillbook.asking.inputs.options import Choice, Choices, Flag
from drillbook.asking.inputs.rows import Rows

Kind = Count | Length | Choice | Choices | Flag | Rows
