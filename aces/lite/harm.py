"""Chapter 10, what it costs: HP, Plot Armor, items used, and what Scene and Episode give back.

A :class:`Track` is what a player keeps in pencil beside the card. It changes by :class:`Act`, and
:class:`Harm` says which acts are allowed, why others are not, and what they do.

>>> harm, track = Harm(), Track()
>>> for text in ("outcome failure", "outcome catastrophe armor", "use 7"):
...     change = harm.step(track, harm.read(text))
...     track = change.track
...     print(change.why)
A Failure costs 1 HP: 2 of 3 are left.
A Catastrophe would cost 1 HP; 1 Plot Armor is spent instead: 1 of 2 is left.
The 7 is used for this Scene.
>>> track.hp, track.plot_armor, [rank.text for rank in harm.ready(track)]
(2, 1, ['J'])
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, cast

from ..cards import Card, Rank, Suit
from ..rules import BadText, Refusal, Refused, nearest, whole
from .character import HP, PLOT_ARMOR, Character
from .decks import ITEM_RANKS, items
from .outcome import OUTCOMES, Outcome

HARMFUL: tuple[Outcome, ...] = ("failure", "catastrophe")
"""The outcomes that cost 1 HP (rule lite-harm)."""

Verb = Literal["outcome", "use", "help", "scene", "episode", "regain"]
SceneItems = Literal["each", "one"]


class Track(NamedTuple):
    """One character's HP, Plot Armor and the items used in this Scene. Immutable."""

    hp: int = HP
    plot_armor: int = PLOT_ARMOR
    used: tuple[Rank, ...] = ()

    @property
    def unconscious(self) -> bool:
        """Whether the character is out until helped (rule lite-unconscious)."""
        return self.hp == 0

    @staticmethod
    def of(character: Character, used: tuple[Rank, ...] = ()) -> Track:
        """The track of a character as their card has it."""
        return checked(Track(character.hp, character.plot_armor, used))

    def on(self, character: Character) -> Character:
        """The character with this HP and Plot Armor on the card."""
        return character._replace(hp=self.hp, plot_armor=self.plot_armor)


class Act(NamedTuple):
    """What happens to a character: an ``outcome`` (``armor``: Plot Armor is spent for it), the
    ``use`` of an ``item``, ``help`` that ``worked`` or not, a new ``scene`` or ``episode``, or
    ``regain`` of an ``amount`` of Plot Armor."""

    verb: Verb
    outcome: Outcome = "success"
    armor: bool = False
    item: Rank = Rank.SEVEN
    worked: bool = True
    amount: int = 1

    @property
    def text(self) -> str:
        """The act as a campaign writes it, which :meth:`Harm.read` reads back."""
        match self.verb:
            case "outcome":
                return f"outcome {self.outcome}" + (" armor" if self.armor else "")
            case "use":
                return f"use {self.item.text}"
            case "help":
                return "help" if self.worked else "help failed"
            case "regain":
                return f"regain {self.amount}"
        return self.verb


class Change(NamedTuple):
    """What an act made: the new track, and what happened in a sentence, with its rule."""

    track: Track
    rule: str
    why: str


SCENE, EPISODE = Act("scene"), Act("episode")
HELPED, NOT_HELPED = Act("help"), Act("help", worked=False)

_ACTS: tuple[Act, ...] = (
    *(Act("outcome", outcome) for outcome in OUTCOMES),
    *(Act("outcome", outcome, armor=True) for outcome in HARMFUL),
    *(Act("use", item=rank) for rank in ITEM_RANKS),
    HELPED,
    NOT_HELPED,
    SCENE,
    EPISODE,
    *(Act("regain", amount=amount) for amount in range(1, PLOT_ARMOR + 1)),
)

_FORMS = (
    "outcome OUTCOME",
    "outcome OUTCOME armor",
    "use 7 or J",
    "help",
    "help failed",
    "scene",
    "episode",
    "regain N",
)


class Harm:
    """The rules of HP, Plot Armor and items in a Scene, with their option. Immutable.

    ``scene_items``: ``each`` item once in a Scene, or only ``one`` of the two (rule
    lite-inventory-once).
    """

    __slots__ = ("scene_items",)

    def __init__(self, scene_items: SceneItems = "each") -> None:
        self.scene_items = check_scene_items(scene_items)

    def __repr__(self) -> str:
        return f"Harm(scene_items={self.scene_items!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Harm) and self.scene_items == other.scene_items

    def __hash__(self) -> int:
        return hash(self.scene_items)

    def ready(self, track: Track) -> tuple[Rank, ...]:
        """The items that can still be used in this Scene, the 7 before the Jack."""
        return ready_ranks(track.used, self.scene_items)

    def ready_cards(self, track: Track, affinity: Suit) -> tuple[Card, ...]:
        """The same as cards, as a Resolution wants them.

        >>> Harm().ready_cards(Track(used=(Rank.SEVEN,)), Suit.CLUBS)
        (Card.read('JC'),)
        """
        return tuple(card for card in items(affinity) if card.rank in self.ready(track))

    def acts(self, track: Track) -> tuple[Act, ...]:
        """What may happen now: every act that nothing objects to (``regain`` up to what is full)."""
        return tuple(act for act in _ACTS if self.objection(track, act) is None)

    def objection(self, track: Track, act: Act, helper: Track | None = None) -> Refusal | None:
        """Why an act is not allowed, with the rule that forbids it; None when it is.

        ``helper`` is the track of whoever helps, where that is known.
        """
        reason = self._reason(track, act, helper)
        if reason is None:
            return None
        rule, why, allowed = reason
        return Refusal(act.text, rule, why, allowed)

    def _reason(self, track: Track, act: Act, helper: Track | None) -> tuple[str, str, tuple[str, ...]] | None:
        verb = act.verb
        if verb in ("outcome", "use") and track.unconscious:
            return "lite-unconscious", UNCONSCIOUS, ("help", "scene", "episode")
        if verb == "outcome" and act.armor:
            if act.outcome not in HARMFUL:
                why = f"A {_name(act.outcome)} costs no HP, so there is nothing to spend Plot Armor on."
                return "lite-plot-armor", why, (f"outcome {act.outcome}",)
            if track.plot_armor == 0:
                return "lite-plot-armor", "No Plot Armor is left.", (f"outcome {act.outcome}",)
        if verb == "use" and act.item not in self.ready(track):
            ready = tuple(f"use {rank.text}" for rank in self.ready(track))
            if act.item not in ITEM_RANKS:
                return "lite-inventory", "The items are the 7 and the Jack of the Affinity Suit.", ready
            if act.item in track.used:
                return "lite-inventory-once", "That item was used in this Scene.", ready
            return "lite-inventory-once", "One item was used in this Scene, and one is all.", ready
        if verb == "help":
            if helper is not None and helper.unconscious:
                return "lite-unconscious", "An unconscious character helps nobody.", ()
            if not track.unconscious:
                return "lite-unconscious", "Help is for a character at 0 HP.", ()
        if verb == "regain" and act.amount < 1:
            return "lite-plot-armor", "Plot Armor comes back one at a time or more.", ("regain 1",)
        return None

    def step(self, track: Track, act: Act, helper: Track | None = None) -> Change:
        """What an act does; :class:`~aces.rules.Refused` when :meth:`objection` has a reason."""
        refusal = self.objection(track, act, helper)
        if refusal is not None:
            raise Refused(refusal)
        match act.verb:
            case "outcome":
                return _outcome(track, act)
            case "use":
                after = track._replace(used=tuple(r for r in ITEM_RANKS if r in track.used or r is act.item))
                return Change(after, "lite-inventory-once", f"The {_item(act.item)} is used for this Scene.")
            case "help":
                if act.worked:
                    return Change(track._replace(hp=1), "lite-unconscious", "Helped back to 1 HP.")
                return Change(track, "lite-unconscious", "The help does not work; it may be tried again.")
            case "scene":
                return Change(
                    track._replace(hp=HP, used=()),
                    "lite-scene",
                    f"A new Scene: {HP} HP, and both items are ready.",
                )
            case "episode":
                why = f"A new Episode: Plot Armor {PLOT_ARMOR}, and with its first Scene {HP} HP and both items."
                return Change(Track(), "lite-episode", why)
            case "regain":
                armor = min(PLOT_ARMOR, track.plot_armor + act.amount)
                gained = armor - track.plot_armor
                why = f"{gained or 'No'} Plot Armor regained: {armor} of {PLOT_ARMOR}."
                return Change(track._replace(plot_armor=armor), "lite-plot-armor", why)

    def everyone(self, tracks: Mapping[str, Track], act: Act) -> dict[str, Change]:
        """A new Scene or Episode for every character at once (rules lite-scene, lite-episode)."""
        if act.verb not in ("scene", "episode"):
            raise BadText(act.text, "happens to one character", ("scene", "episode"))
        return {name: self.step(track, act) for name, track in tracks.items()}

    def read(self, text: str) -> Act:
        """The act that a text names; :class:`~aces.rules.BadText` when it names none."""
        words = text.strip().lower().split()
        match words:
            case ["scene"]:
                return SCENE
            case ["episode"]:
                return EPISODE
            case ["help"] | ["help", "worked"]:
                return HELPED
            case ["help", "failed"]:
                return NOT_HELPED
            case ["use", word]:
                return Act("use", item=Rank.read(word))
            case ["regain", word] if word.isascii() and word.isdigit() and len(word) <= 2:
                return Act("regain", amount=int(word))
            case ["outcome", word]:
                return Act("outcome", read_outcome(word))
            case ["outcome", word, "armor"]:
                return Act("outcome", read_outcome(word), armor=True)
        raise BadText(text, "is nothing that happens to a character", _FORMS)


UNCONSCIOUS = "At 0 HP a character is unconscious and out of the action until helped."


def may_act(track: Track, what: str) -> Refusal | None:
    """Why a character takes no part in ``what``: a Resolution, Initiative, a group, a duel, helping.

    Rule lite-unconscious; None when they may.

    >>> may_act(Track(hp=0), "Initiative").rule
    'lite-unconscious'
    """
    return Refusal(what, "lite-unconscious", UNCONSCIOUS, ("help", "a new Scene")) if track.unconscious else None


def cost(outcome: Outcome) -> int:
    """How much HP an outcome costs (rule lite-harm).

    >>> [cost(outcome) for outcome in OUTCOMES]
    [0, 0, 1, 1]
    """
    return int(outcome in HARMFUL)


def checked(track: Track) -> Track:
    """The track itself; :class:`~aces.rules.BadText` when it cannot be."""
    whole(track.hp, "an HP", 0, HP)
    whole(track.plot_armor, "a Plot Armor", 0, PLOT_ARMOR)
    for rank in track.used:
        if rank not in ITEM_RANKS or track.used.count(rank) > 1:
            raise BadText(rank.text, "is no item that was used", tuple(r.text for r in ITEM_RANKS))
    return track


def ready_ranks(used: tuple[Rank, ...], scene_items: SceneItems) -> tuple[Rank, ...]:
    """The item ranks that are left in a Scene after some were used (rule lite-inventory-once)."""
    if used and scene_items == "one":
        return ()
    return tuple(rank for rank in ITEM_RANKS if rank not in used)


def check_scene_items(text: str) -> SceneItems:
    """The option itself; :class:`~aces.rules.BadText` when it is none."""
    if text not in ("each", "one"):
        raise BadText(text, "does not say how many items a Scene allows", ("each", "one"))
    return cast(SceneItems, text)


def read_outcome(text: str) -> Outcome:
    """The outcome of that name; :class:`~aces.rules.BadText` when there is none."""
    for outcome in OUTCOMES:
        if text == outcome:
            return outcome
    raise unknown(text, "an outcome", OUTCOMES)


def unknown(word: str, what: str, known: tuple[str, ...]) -> BadText:
    """The error for a word that is none of those known, with the nearest that is."""
    meant = nearest(word, known)
    return BadText(word, f"is not {what}" + (f"; did you mean {meant!r}?" if meant else ""), known)


def _outcome(track: Track, act: Act) -> Change:
    name = f"A {_name(act.outcome)}"
    if not cost(act.outcome):
        return Change(track, "lite-harm", f"{name} costs nothing.")
    if act.armor:
        left = track.plot_armor - 1
        why = f"{name} would cost 1 HP; 1 Plot Armor is spent instead: {_of(left, PLOT_ARMOR)} left."
        return Change(track._replace(plot_armor=left), "lite-plot-armor", why)
    left = track.hp - 1
    why = f"{name} costs 1 HP: {_of(left, HP)} left."
    if not left:
        why = f"{name} costs 1 HP, the last: unconscious until helped."
    return Change(track._replace(hp=left), "lite-harm" if left else "lite-unconscious", why)


def _of(left: int, full: int) -> str:
    return f"{left} of {full} {'is' if left == 1 else 'are'}"


def _name(outcome: Outcome) -> str:
    return outcome.capitalize()


def _item(rank: Rank) -> str:
    return rank.text if rank.text.isdigit() else rank.word.capitalize()
