"""A fair deal: the commitment binds, the secret gives the game, and the words of the players count."""

from __future__ import annotations

import hashlib

import pytest

from aces.ace_game.game import AceGame
from aces.cards import SEED_LIMIT
from aces.fair import Secret, draw_secret, verify
from aces.match import Match
from aces.record import read_record, write_record
from aces.rules import BadText

SALT = "00112233445566778899aabbccddeeff"
SECRET = Secret(42, SALT)


def test_a_commitment_is_a_plain_sha_256_that_anybody_can_make() -> None:
    """Rule game-start: shown before the deal."""
    assert SECRET.commitment == hashlib.sha256(f"42:{SALT}".encode()).hexdigest()
    assert SECRET.commitment != Secret(42, SALT[::-1]).commitment
    assert SECRET.commitment != Secret(43, SALT).commitment


def test_a_revealed_secret_gives_the_game_and_who_started() -> None:
    """Rule game-start: the record of a game is checked against the commitment."""
    secret = draw_secret()
    promised = secret.commitment
    match = Match(AceGame(5), seed=secret.deal(["a", "b", "c", "d"]))
    record = read_record(write_record(match))
    assert record.seed is not None
    verify(promised, secret, record.seed, ["a", "b", "c", "d"])
    verify(f" {promised.upper()}\n", secret, record.seed, ["a", "b", "c", "d"])
    assert record.turn == record.state.start.index(min(record.state.start, key=lambda card: -card.index))


def test_every_word_and_their_order_count() -> None:
    deals = {SECRET.deal(words) for words in ([], ["a"], ["b"], ["a", "b"], ["b", "a"], ["ab"], ["a b"], ["ä"])}
    assert len(deals) == 8
    assert SECRET.deal() == 42
    assert all(0 <= deal < SEED_LIMIT for deal in deals)


def test_secrets_are_drawn_anew() -> None:
    drawn = {draw_secret() for _ in range(50)}
    assert len(drawn) == 50
    for secret in drawn:
        assert secret.deal() == secret.seed


@pytest.mark.parametrize(
    ("commitment", "secret", "game", "words", "why"),
    [
        (SECRET.commitment, Secret(43, SALT), 43, [], "is not the commitment"),
        (SECRET.commitment, Secret(42, SALT[:-1] + "0"), 42, [], "is not the commitment"),
        ("", SECRET, 42, [], "is not the commitment"),
        (SECRET.commitment, SECRET, 41, [], "is not the seed"),
        (SECRET.commitment, SECRET, 42, ["moss"], "is not the seed"),
        (SECRET.commitment, SECRET, 42, [" "], "is not a word"),
        (SECRET.commitment, SECRET, 42, ["a\nb"], "is not a word"),
        (SECRET.commitment, SECRET, 42, ["x" * 101], "is not a word"),
        (Secret(42, "ab").commitment, Secret(42, "ab"), 42, [], "is not a salt"),
        (Secret(42, "G" * 32).commitment, Secret(42, "G" * 32), 42, [], "is not a salt"),
        (Secret(-1, SALT).commitment, Secret(-1, SALT), -1, [], "is not a seed"),
    ],
)
def test_what_does_not_fit_is_refused(commitment: str, secret: Secret, game: int, words: list[str], why: str) -> None:
    with pytest.raises(BadText, match=why):
        verify(commitment, secret, game, words)
