"""`python -m drillbook` is the command line."""

import sys

from drillbook.cli import main

sys.exit(main())
