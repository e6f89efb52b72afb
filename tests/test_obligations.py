"""Every obligation of the rules of a turn has a test, or waits for a named issue."""

from __future__ import annotations

import obligations


def test_every_obligation_is_proved_or_waits() -> None:
    """No obligation of 103.8, 117, 500-505, 512-514, 614.10 and 723 is forgotten."""
    assert obligations.problems() == []
