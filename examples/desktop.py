"""A desktop client without a toolkit: a worker thread owns the engine, the window's loop never waits for it."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from threading import Thread
from time import sleep
from typing import Final, NamedTuple

from mtg_fsm import Command, Decision, Engine, Event, IllegalCommand, Pass, events, new_game

FRAME: Final = 1 / 60
"""Seconds between two looks at the queue."""


class Update(NamedTuple):
    """What the window is told: what happened, what is asked now, or why a command was refused."""

    happened: tuple[Event, ...] = ()
    decision: Decision | None = None
    refused: str = ""


class Worker(Thread):
    """The only thread that touches the engine. Commands go in, updates come out; None ends it."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(daemon=True)
        self.commands: SimpleQueue[Command | None] = SimpleQueue()
        self.updates: SimpleQueue[Update] = SimpleQueue()
        self._engine = engine

    def run(self) -> None:
        self.updates.put(Update(self._engine.advance(), self._engine.decision))
        while (command := self.commands.get()) is not None:
            try:
                happened = self._engine.submit(command)
            except IllegalCommand as error:
                self.updates.put(Update(decision=self._engine.decision, refused=str(error)))
            else:
                self.updates.put(Update(happened, self._engine.decision))


class Window:
    """Draws what it is told. In a toolkit, `tick` is what a timer calls, and `click` what a button calls."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self.decision: Decision | None = None

    def tick(self) -> bool:
        """Takes over what has come from the worker, without waiting. True if there was anything."""
        try:
            update = self._worker.updates.get_nowait()
        except Empty:
            return False
        for event in update.happened:
            if isinstance(event, (events.PhaseBegan, events.StepBegan)):
                print(f"{event.turn}: {event.step or event.phase} ({event.rule})")
        if update.refused:
            print(f"refused: {update.refused}")
        self.decision = update.decision
        return True

    def click(self, command: Command) -> None:
        """A player has chosen; the answer comes with a later tick."""
        self.decision = None
        self._worker.commands.put(command)


def main() -> None:
    """Plays up to the first main phase; a click on the wrong button changes nothing."""
    worker = Worker(new_game())
    window = Window(worker)
    worker.start()
    clicks = [Pass(player="B"), Pass(player="A"), Pass(player="B")]  # the first one on the wrong button
    while clicks:
        if not window.tick():
            sleep(FRAME)  # in a toolkit the event loop does this
        elif window.decision is not None:
            window.click(clicks.pop(0))
    worker.commands.put(None)
    worker.join()
    while window.tick():
        pass


if __name__ == "__main__":
    main()
