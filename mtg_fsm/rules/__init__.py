"""The rules by number: what each says, what carries it, what proves it, and its number in other editions.

Only `catalogue` is read as the package is imported; the rest, in modules beside it, is read where it is asked for.
"""

from mtg_fsm.rules.catalogue import Rule, catalogue

__all__ = ["Rule", "catalogue"]
