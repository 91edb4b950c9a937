"""The rules of the A.C.E.S. games as an engine: pure Python, the standard library only.

Every game is a :class:`~aces.rules.Rules` object; a :class:`~aces.match.Match` plays it.

>>> from aces.lite.resolution import Resolution
>>> from aces.match import Match
>>> match = Match(Resolution(stat=2), seed=7)
>>> [move.text for move in match.moves()]
['hit', 'stand', 'use 7S 1', 'use JS 1']
"""

__version__ = "0.1.0"
