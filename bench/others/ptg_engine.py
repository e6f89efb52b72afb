"""ptg, a Python engine for games like Magic, which has phases and no priority: prints seconds, turns and passes."""

import time

from ptg.api import CardDefinition, CardType, Game, ManaType, Player

land = CardDefinition("mana", "Mana", "Gives one.", CardType.MANA, mana={ManaType.FIRE: 1})
game = Game([Player(name, [land] * 300, hand_size=3) for name in ("A", "B")])
game.start()
turns, phases, start = 200, 0, time.process_time()
active, changes = game.active_player, 0
while changes < turns:
    game.advance_phase()
    phases += 1
    if game.active_player != active:
        active, changes = game.active_player, changes + 1
print(time.process_time() - start, turns, phases)
