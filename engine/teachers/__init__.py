"""The teachers of games, one module for each game or family."""

from engine.modules import import_all

import_all(__name__, __path__)
