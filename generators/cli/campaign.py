"""``aces campaign``: a party over Scenes and Episodes, kept in a file."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from aces.cards import Rank
from aces.faults import parse
from aces.lite import harm
from aces.lite.campaign import Campaign, Member, Result, Story, begin
from aces.lite.character import BOXES, HP, PLOT_ARMOR, STATS, example_party, read_characters
from aces.lite.duel import ENDS, OTHER_END
from aces.lite.growth import TRAITS, TurningPoint
from aces.lite.outcome import OUTCOMES
from aces.rules import BadText
from generators import campaign_file
from generators.campaign_file import Saved
from generators.cli.shared import many, number, print_json, read
from generators.files import Fault

_Act = Callable[[Campaign, argparse.Namespace], Story]


def add(commands: Any) -> None:
    """The words of ``aces campaign``."""
    top = commands.add_parser(
        "campaign",
        help="keep a party: HP, Plot Armor, items, Growth",
        description="Keep a campaign in a file: who is hurt, which items are used, who has grown. "
        "A refused act changes nothing; comments in the file stay.",
        epilog="Example: aces campaign new heron.toml --party, then "
        "aces campaign resolve heron.toml 'Odalys Boateng' failure --item 7",
    )
    acts = top.add_subparsers(required=True, metavar="ACT", parser_class=type(top))
    new = acts.add_parser("new", help="begin a campaign")
    new.add_argument("file", type=Path, metavar="FILE", help="the file to make; it must not exist")
    new.add_argument("--title", default="A new campaign", help="what it is called")
    which = new.add_mutually_exclusive_group(required=True)
    which.add_argument("--party", action="store_true", help="begin with the five example characters")
    which.add_argument("--from", dest="source", type=Path, metavar="CHARACTERS", help="begin with a file of characters")
    new.set_defaults(run=_new)
    show = acts.add_parser("show", help="show the party, or one character")
    show.add_argument("file", type=Path, metavar="FILE")
    show.add_argument("name", nargs="?", metavar="NAME")
    show.add_argument("--json", action="store_true", help="print JSON")
    show.set_defaults(run=_show)

    resolve = _act(acts, "resolve", _resolve, "what a Resolution came to for a character", name=True)
    resolve.add_argument("outcome", metavar="OUTCOME", help=", ".join(OUTCOMES))
    resolve.add_argument("--armor", action="store_true", help="spend 1 Plot Armor instead of 1 HP")
    resolve.add_argument("--item", metavar="RANK", help="the item used: 7 or J")
    resolve.add_argument("--record", type=Path, metavar="RECORD", help="keep this record with it")
    dueled = _act(acts, "duel", _duel, "what a duel came to for one or both of the two", name=True)
    dueled.add_argument("end", metavar="END", help=", ".join(ENDS))
    dueled.add_argument("--against", metavar="NAME", help="the other, if of this party: it comes to the opposite")
    dueled.add_argument("--item", metavar="RANK", help="the item used: 7 or J")
    dueled.add_argument("--their-item", metavar="RANK", help="the item that the other used")
    dueled.add_argument("--armor", action="store_true", help="where losing costs HP, the loser spends 1 Plot Armor")
    dueled.add_argument("--record", type=Path, metavar="RECORD", help="keep this record with it")
    _act(acts, "scene", lambda campaign, asked: campaign.new_scene(), "a new Scene for everybody")
    _act(acts, "episode", lambda campaign, asked: campaign.new_episode(), "a new Episode for everybody")
    helped = _act(acts, "help", _help, "help for a character at 0 HP", name=True)
    helped.add_argument("--by", default="", metavar="NAME", help="who helps")
    helped.add_argument("--failed", action="store_true", help="the help did not work")
    regain = _act(acts, "regain", _regain, "Plot Armor that the Dealer returns", name=True)
    regain.add_argument("amount", nargs="?", type=number, default=1, metavar="N")
    mark = _act(acts, "mark", lambda campaign, asked: campaign.mark(asked.name, asked.box), "a Growth mark", name=True)
    mark.add_argument("box", metavar="BOX", help=", ".join(box.value for box in BOXES))
    change = _act(acts, "change", _change, "a trait changed, which erases its mark", name=True)
    change.add_argument("trait", metavar="TRAIT", help=", ".join(TRAITS[1:]))
    change.add_argument("text", metavar="TEXT")
    goal = _act(acts, "complete-goal", _complete_goal, "the Goal completed, and a new one", name=True)
    goal.add_argument("text", metavar="NEW_GOAL")
    secret = _act(acts, "expose-secret", _expose_secret, "the Secret exposed, and a new one", name=True)
    secret.add_argument("text", metavar="NEW_SECRET")
    turn = _act(acts, "turning-point", _turn, "the Turning Point completed", name=True)
    turn.add_argument("stat", metavar="STAT", help="the Stat that grows: " + ", ".join(stat.key for stat in STATS))
    turn.add_argument("--flaw", default="", metavar="TEXT", help="a new Flaw, if it fits")
    turn.add_argument("--adjective", default="", metavar="WORD", help="a new Adjective, if it fits")
    turn.add_argument("--role", default="", metavar="WORD", help="or a new Role")


def _act(acts: Any, verb: str, do: _Act, what: str, name: bool = False) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = acts.add_parser(verb, help=what, description=what[0].upper() + what[1:] + ".")
    command.add_argument("file", type=Path, metavar="FILE", help="the campaign file")
    if name:
        command.add_argument("name", metavar="NAME", help="the character, by name")
    command.set_defaults(run=_run, do=do)
    return command


def _new(asked: argparse.Namespace) -> int:
    if asked.file.exists():
        raise Fault(f"{asked.file}: is there already; choose a name that is free")
    if asked.party:
        characters = example_party()
    else:
        data = parse(read(asked.source), str(asked.source))
        characters = read_characters(data, str(asked.source))
    campaign = begin(asked.title, characters)
    campaign_file.save(Saved(asked.file, "", campaign), campaign)
    print(f"Wrote {asked.file}: {many(len(campaign.members), 'character')}, Episode 1, Scene 1.")
    return 0


def _show(asked: argparse.Namespace) -> int:
    campaign = campaign_file.load(asked.file).campaign
    members = campaign.members if asked.name is None else (campaign.member(asked.name),)
    if asked.json:
        print_json(campaign.plain())
        return 0
    print(f"{campaign.title}: Episode {campaign.episode}, Scene {campaign.scene}.")
    for member in members:
        print("\n".join(_lines(campaign, member)))
    return 0


def _lines(campaign: Campaign, member: Member) -> list[str]:
    card = member.character
    ready = campaign.harm_rules.ready(member.track)
    stats = "  ".join(f"{stat.title} {card.stat(stat)}" for stat in STATS)
    items = ", ".join(
        f"{item.card} {item.name or 'unnamed'}{'' if item.card.rank in ready else ' (used)'}" for item in card.items
    )
    marks = ", ".join(box.title for box in card.marks) or "none"
    lines = [
        "",
        f"{card.name}, {card.concept}" + (" - unconscious" if member.track.unconscious else ""),
        f"  {stats}",
        f"  HP {card.hp}/{HP}  Plot Armor {card.plot_armor}/{PLOT_ARMOR}  Items: {items}",
        f"  Growth marks: {marks}" + (" - a Turning Point is due" if member.cycle.paused else ""),
    ]
    if member.cycle.paused:
        lines += [
            f"    {'x' if step.done else ' '} {step.number} {step.title}. {step.why}"
            for step in campaign.growth_rules.steps(member.cycle)
        ]
    return lines


def _run(asked: argparse.Namespace) -> int:
    saved = campaign_file.load(asked.file)
    do: _Act = asked.do
    story = do(saved.campaign, asked)
    campaign_file.save(saved, story.campaign)
    for note in story.notes:
        print(f"{note.who}: {note.text}  [{note.rule}]")
    return 0


def _resolve(campaign: Campaign, asked: argparse.Namespace) -> Story:
    outcome = harm.read_outcome(asked.outcome)
    return campaign.resolve([Result(asked.name, outcome, asked.armor, _item(asked.item))], _record(asked))


def _duel(campaign: Campaign, asked: argparse.Namespace) -> Story:
    end = next((end for end in ENDS if end == asked.end), None)
    if end is None:
        raise harm.unknown(asked.end, "an end of a duel", ENDS)
    results = [Result(asked.name, end, item=_item(asked.item))]
    if asked.against is not None:
        results.append(Result(asked.against, OTHER_END[end], item=_item(asked.their_item)))
    elif asked.their_item is not None:
        raise Fault("--their-item: needs --against NAME")
    payer = next((at for at, result in enumerate(results) if result.outcome == "lost"), 0)
    results[payer] = results[payer]._replace(armor=asked.armor)
    return campaign.duel(results, _record(asked))


def _item(word: str | None) -> Rank | None:
    return None if word is None else Rank.read(word)


def _record(asked: argparse.Namespace) -> str:
    return "" if asked.record is None else read(asked.record)


def _help(campaign: Campaign, asked: argparse.Namespace) -> Story:
    return campaign.help(asked.name, not asked.failed, asked.by)


def _regain(campaign: Campaign, asked: argparse.Namespace) -> Story:
    return campaign.regain(asked.name, asked.amount)


def _change(campaign: Campaign, asked: argparse.Namespace) -> Story:
    return campaign.rewrite(asked.name, asked.trait, asked.text)


def _complete_goal(campaign: Campaign, asked: argparse.Namespace) -> Story:
    return campaign.complete_goal(asked.name, asked.text)


def _expose_secret(campaign: Campaign, asked: argparse.Namespace) -> Story:
    return campaign.expose_secret(asked.name, asked.text)


def _turn(campaign: Campaign, asked: argparse.Namespace) -> Story:
    stat = next((stat for stat in STATS if stat.key == asked.stat.lower()), None)
    if stat is None:
        raise BadText(asked.stat, "is not a Stat", tuple(stat.key for stat in STATS))
    card = campaign.member(asked.name).character
    wanted = TurningPoint(stat, card.goal, card.secret, asked.flaw, asked.adjective, asked.role)
    return campaign.turn(asked.name, wanted)
