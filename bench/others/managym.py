"""manabot's managym, an engine in Rust that opens every priority: prints seconds, turns and passes of a game."""

import importlib.util
import sys
import time
import types

package = importlib.util.find_spec("manabot")  # which is not imported whole: that needs PyTorch
sys.modules["manabot"] = module = types.ModuleType("manabot")
module.__path__ = list(package.submodule_search_locations)
from manabot import managym  # noqa: E402

env = managym.Env(seed=1, skip_trivial=False)
shown, _ = env.reset([managym.PlayerConfig(player, {"Forest": 40}) for player in "AB"])
passes, start = 0, time.process_time()
while not shown.game_over:
    actions = [str(action.action_type).upper() for action in shown.action_space.actions]
    shown, *_ = env.step(next((place for place, name in enumerate(actions) if "PASS" in name), 0))
    passes += 1
print(time.process_time() - start, shown.turn.turn_number, passes)
