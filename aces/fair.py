"""A deal that nobody can choose or change: a promise before it, the secret after it, a check for everybody.

Whoever deals draws a secret, a seed and a salt, and shows its commitment before the deal (rule game-start). After
the game the secret is revealed. It fits no other seed, and the seed gives every card and who started. So that
the dealer cannot look for a secret that suits them, the players may each say a word once the commitment is out,
the dealer none; the cards then come from the secret and the words together.

>>> secret = Secret(42, "00112233445566778899aabbccddeeff")
>>> secret.commitment[:32]
'679fcfbe0b9256a5257862bffa8cd2c7'
>>> verify(secret.commitment, secret, game=42)
>>> game = secret.deal(["moss", "lantern"])
>>> verify(secret.commitment, secret, game, ["moss", "lantern"])
>>> verify(secret.commitment, secret, game, ["moss", "lamp"])
Traceback (most recent call last):
...
aces.rules.BadText: 6740663027011031 is not the seed that this secret and these words give. Allowed: 2898702521131488
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import SystemRandom
from typing import NamedTuple

from .cards import SEED_LIMIT, check_seed
from .rules import BadText

SALT_BYTES = 16
"""How many bytes of chance a salt has; it is written in hexadecimal."""

LONGEST_WORD = 100
"""No word of a player has more characters."""


class Secret(NamedTuple):
    """What the dealer keeps until the game is over. ``salt`` makes the seed impossible to guess."""

    seed: int
    salt: str

    @property
    def commitment(self) -> str:
        """The SHA-256 of ``seed:salt`` in hexadecimal, which is shown before the deal.

        Any tool gives the same: ``printf %s 42:00112233445566778899aabbccddeeff | sha256sum``.
        """
        return _hash(f"{self.seed}:{self.salt}")

    def deal(self, words: Sequence[str] = ()) -> int:
        """The seed of the game: the secret's own, or the hash of the secret and the words, cut to size.

        The words are those of the players, in the order of their seats. Raises :class:`BadText`.
        """
        check_seed(self.seed)
        if len(self.salt) != 2 * SALT_BYTES or self.salt.strip("0123456789abcdef"):
            raise BadText(self.salt, "is not a salt", (f"{2 * SALT_BYTES} digits from 0 to f",))
        for word in words:
            if not word.strip() or len(word) > LONGEST_WORD or len(word.splitlines()) > 1:
                raise BadText(word, "is not a word to deal by", (f"one line of up to {LONGEST_WORD} characters",))
        if not words:
            return self.seed
        return int(_hash("\n".join((f"{self.seed}:{self.salt}", *words))), 16) % SEED_LIMIT


def draw_secret() -> Secret:
    """A secret that nobody knows yet, from the chance of the machine."""
    chance = SystemRandom()
    return Secret(chance.randrange(SEED_LIMIT), chance.randbytes(SALT_BYTES).hex())


def verify(commitment: str, secret: Secret, game: int, words: Sequence[str] = ()) -> None:
    """Raises :class:`BadText` unless this secret was promised, and the game dealt from it and these words.

    ``game`` is the seed in the game's record, from which anybody can deal the same cards again.
    """
    if secret.commitment != commitment.strip().lower():
        raise BadText(commitment, "is not the commitment to this secret", (secret.commitment,))
    if secret.deal(words) != game:
        raise BadText(game, "is not the seed that this secret and these words give", (str(secret.deal(words)),))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
