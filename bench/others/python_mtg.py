"""python-mtg, an engine in Datalog that asks twice a turn: prints seconds, with those of its process, turns, passes."""

import resource
import time

import mtg


def spent() -> float:
    """CPU seconds of this process and of those that it has started and that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


game = mtg.Game()
first, passes, start = game.turn_number, 0, spent()
while game.turn_number < first + 15 and not game.is_game_over():
    legal = game.legal_moves
    game.push(next((move for move in legal if move[0] == "pass"), legal[0]))
    passes += 1
print(spent() - start, game.turn_number - first, passes)
