"""What happened, in words: a sentence for each event, and the trace of a run."""

from mtg_fsm.telling.sentences import SENTENCES, sentence
from mtg_fsm.telling.trace import Line, Tone, is_detail, trace

__all__ = ["SENTENCES", "Line", "Tone", "is_detail", "sentence", "trace"]
