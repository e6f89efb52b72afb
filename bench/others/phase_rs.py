"""phase-python, bindings of phase.rs in Rust, which opens every priority: prints seconds, turns and passes."""

import json
import time

from phase import Engine, _phase

FOREST = {
    "name": "Forest",
    "type": "Basic Land — Forest",
    "text": "({T}: Add {G}.)",
    "layout": "normal",
    "manaValue": 0.0,
    "types": ["Land"],
    "subtypes": ["Forest"],
    "supertypes": ["Basic"],
    "colors": [],
    "colorIdentity": ["G"],
    "convertedManaCost": 0.0,
    "legalities": {},
    "identifiers": {},
    "printings": [],
    "rulings": [],
    "purchaseUrls": {},
}
face = _phase.build_oracle_face(FOREST, None)
deck = ["Forest"] * 60
game = Engine.from_json(json.dumps({"forest": face})).new_game(deck, deck, seed=1, first_player=0)
passes, first, start = 0, 0, time.process_time()
while game.turn < 22:
    if game.turn == 2 and not first:  # the first turn has the mulligans
        passes, first, start = 0, 2, time.process_time()
    asked, actions = game.waiting_for()["data"], game.actions()
    actor = asked["pending"][0]["player"] if "pending" in asked else asked["player"]
    chosen = next((action for action in actions if action.kind == "PassPriority"), actions[0])
    game.apply(actor, chosen)
    passes += chosen.kind == "PassPriority"
print(time.process_time() - start, 20, passes)
