// The table as elements: cards, sentences, checks. It shows what the engine said and decides nothing.
// @ts-check

/**
 * @typedef {{ text: string, suit: string, spoken: string }} Mention a card within a sentence
 * @typedef {(string | Mention)[]} Parts a sentence in pieces
 * @typedef {{ code: string, rank: string, suit: string, glyph: string, court: boolean, text: string,
 *   spoken: string, worth: string, label: string, down?: undefined }} Card a card face up
 * @typedef {Card & { place: number, source: string, short: string }} Laid a card of the Layout
 * @typedef {Card & { state: "ready" | "now" | "spent" }} Item
 * @typedef {{ down: true, label: string }} Down a card face down
 * @typedef {{ ply: number, kind: string, who: string, text: string, parts: Parts, rule: string }} Line
 * @typedef {{ rule: string, question: string, holds: boolean, why: string }} Check
 * @typedef {{ outcome: string, name: string, text: string, player: Parts, dealer: Parts,
 *   player_total: number, dealer_total: number, checks: Check[] }} Verdict
 * @typedef {{ phase: string, tell: Card, truth: Card | Down, layout: Laid[], total: string, over: boolean,
 *   dealer_total: string | null, hits: number, hits_left: number, drawn: Card | null, player_left: number,
 *   dealer_left: number, player_discards: Card[], dealer_discards: (Card | Down)[], items: Item[],
 *   ending: string }} View
 * @typedef {{ text: string, verb: string, label: string }} Move
 * @typedef {{ stat: number, name: string, affinity: string, affinity_glyph: string,
 *   dealer: string, dealer_summary: string, aces: string }} Settings
 * @typedef {{ message: string, rule?: string | null, instead?: string, tried?: string }} Objection
 * @typedef {{ settings: Settings, seed: string | null, fragment: string | null, record: string, view: View,
 *   moves: Move[], can: string, history: Line[], ply: number, plies: number, can_undo: boolean,
 *   scene: { spent: boolean, fresh: boolean }, verdict: Verdict | null, summary: string | null,
 *   notice?: Objection | null }} Table
 * @typedef {{ href: string, title: string }} Rule where a rule stands, and its title
 */

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number | boolean | null | undefined>} [attributes] false, null: left out
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/**
 * A card as the style sheet draws it (see generators/card_art.py for the contract).
 * @param {Card | Down} card
 */
export function cardFace(card) {
  if (card.down) return el("span", { class: "pc pc-back", role: "img", "aria-label": card.label });
  return el(
    "span",
    { class: card.court ? "pc pc-court" : "pc", "data-suit": card.suit, "data-rank": card.rank, role: "img", "aria-label": card.label },
    el("b", {}, card.rank),
    el("i", {}, card.glyph),
  );
}

/**
 * A card that can be pressed. The button takes its name from the card in it.
 * @param {Card} card
 */
export function cardButton(card) {
  return el("button", { type: "button", class: "pick", "data-code": card.code }, cardFace(card));
}

/**
 * @param {HTMLElement} button
 * @param {string} name
 */
export function nameCard(button, name) {
  button.firstElementChild?.setAttribute("aria-label", name);
}

/** @param {Mention} card */
export function mention(card) {
  return el("span", { class: "ct", "data-suit": card.suit, role: "img", "aria-label": card.spoken }, card.text);
}

/**
 * A text of the engine, whose apostrophes are plain, as the pages set it. Only for what is read: records, links and
 * whatever somebody has written stay as they are.
 * @param {string} text
 */
export function curly(text) {
  return text.replace(/(\p{L})'(?=\p{L})/gu, "$1’");
}

/**
 * A sentence with its cards coloured and spoken.
 * @param {Parts} parts
 * @returns {(string | HTMLElement)[]}
 */
export function sentence(parts) {
  return parts.map((part) => (typeof part === "string" ? curly(part) : mention(part)));
}

/**
 * A quiet link to a rule; nothing where the page knows no such rule.
 * @param {string | null | undefined} id
 * @param {Map<string, Rule>} rules
 */
export function ruleLink(id, rules) {
  const rule = id ? rules.get(id) : undefined;
  return rule ? el("a", { class: "why", href: rule.href, "data-rule": id }, curly(rule.title)) : null;
}

/**
 * Puts a card into its place on the felt. What was there already stays untouched; another card slides
 * in, and one that lay face down turns over.
 * @param {HTMLElement} place
 * @param {Card | Down | null} card null: an empty place
 * @param {{ key: string, down?: string, empty?: string, late?: boolean }} how `key`: what is there, hand
 *   included; `down`: the key of the same card while it lay face down; `late`: after what the Dealer did
 */
export function lay(place, card, how) {
  const before = place.firstElementChild;
  const { key } = how;
  if (before && place.dataset.key === key) {
    if (card) before.setAttribute("aria-label", card.label);
    return;
  }
  const face = card ? cardFace(card) : el("span", { class: "pc pc-slot", role: "img", "aria-label": how.empty ?? "empty" });
  if (card) face.classList.add(place.dataset.key === how.down && !card.down ? "pc-turn" : "pc-deal");
  if (how.late) face.classList.add("pc-late");
  place.dataset.key = key;
  place.replaceChildren(face);
}

/**
 * The Layout: a button for each card, kept where it stays the same, so that focus stays too.
 * @param {HTMLElement} list
 * @param {Laid[]} cards
 * @param {Map<number, string>} targets what pressing the card of a place does now
 * @param {string} hand
 */
export function layLayout(list, cards, targets, hand) {
  while (list.children.length > cards.length) list.lastElementChild?.remove();
  while (list.children.length < cards.length) list.append(el("li"));
  cards.forEach((card, index) => {
    const item = /** @type {HTMLElement} */ (list.children[index]);
    const key = `${hand} ${card.code} ${card.short}`;
    let button = item.querySelector("button");
    if (!button || item.dataset.key !== key) {
      const focused = button !== null && button === document.activeElement;
      button = cardButton(card);
      button.firstElementChild?.classList.add("pc-deal");
      item.dataset.key = key;
      item.replaceChildren(button, el("span", { class: "laid", "aria-hidden": "true" }, el("kbd", {}, String(card.place)), card.short));
      if (focused) button.focus();
    }
    const does = targets.get(card.place);
    button.dataset.place = String(card.place);
    nameCard(button, does ? `${card.label}. ${does}` : card.label);
    button.setAttribute("aria-disabled", String(!does));
  });
}

/**
 * What lies beside a deck: how many are left and what was discarded, in words.
 * @param {HTMLElement} place
 * @param {string} whose
 * @param {number} left
 * @param {(Card | Down)[]} discards
 */
export function pile(place, whose, left, discards) {
  const cards = discards.flatMap((card) => [" ", card.down ? "face down" : mention(card)]);
  place.replaceChildren(`${whose} ${left} left`, ...(cards.length ? [". Discarded", ...cards] : []));
}

/**
 * The Hits as dots, with the number in words.
 * @param {HTMLElement} place
 * @param {number} taken
 * @param {number} left
 */
export function hits(place, taken, left) {
  const all = taken + left;
  const words = `${left} of ${all} ${all === 1 ? "Hit" : "Hits"} left`;
  const dots = all > 8 ? null : el("span", { class: "dots", "aria-hidden": "true" });
  if (dots) for (let dot = 0; dot < all; dot++) dots.append(el("i", { class: dot < left ? "on" : null }));
  place.replaceChildren(...(dots ? [dots, " "] : []), el("span", {}, words));
}

/**
 * The story so far. Lines that stay are left alone, so that a reader is told only what is new.
 * @param {HTMLElement} list
 * @param {Line[]} lines
 * @param {Map<string, Rule>} rules
 * @param {number} shown the step that lies on the table: later ones stand back
 */
export function log(list, lines, rules, shown) {
  let same = 0;
  while (same < lines.length && list.children[same]?.getAttribute("data-text") === lines[same]?.text) same++;
  while (list.children.length > same) list.lastElementChild?.remove();
  for (const line of lines.slice(same)) {
    list.append(
      el(
        "li",
        { "data-text": line.text, "data-ply": line.ply, "data-kind": line.kind, "data-who": line.who },
        el("span", { class: "log-text" }, ...sentence(line.parts)),
        " ",
        ruleLink(line.rule, rules),
      ),
    );
  }
  for (const item of list.children) {
    const ply = Number(item.getAttribute("data-ply"));
    item.classList.toggle("later", ply > shown);
    if (ply === shown) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  }
}

/**
 * The outcome, both totals spelled out, and every check that was made.
 * @param {HTMLElement} place
 * @param {Verdict} verdict
 * @param {Map<string, Rule>} rules
 * @param {boolean} fresh whether it has just been decided
 */
export function judge(place, verdict, rules, fresh) {
  place.dataset.outcome = verdict.outcome;
  place.classList.toggle("verdict-fresh", fresh);
  place.replaceChildren(
    el("h2", { class: "verdict-title", tabindex: -1 }, curly(verdict.name)),
    el(
      "p",
      { class: "verdict-sums" },
      el("span", {}, "You: ", ...sentence(verdict.player), "."),
      " ",
      el("span", {}, "The Dealer: ", ...sentence(verdict.dealer), "."),
    ),
    el(
      "ol",
      { class: "verdict-checks" },
      ...verdict.checks.map((check) =>
        el(
          "li",
          { class: check.holds ? "holds" : "fails" },
          el("span", { class: "check-question" }, curly(check.question)),
          " ",
          el("strong", {}, check.holds ? "Yes." : "No."),
          ` ${curly(check.why)} `,
          ruleLink(check.rule, rules),
        ),
      ),
    ),
  );
}

/**
 * A remark with the rule behind it: why something was refused, or what is wrong with a link.
 * @param {HTMLElement} place
 * @param {Objection | null | undefined} objection
 * @param {Map<string, Rule>} rules
 */
export function remark(place, objection, rules) {
  if (!objection) {
    place.replaceChildren();
    return;
  }
  const link = ruleLink(objection.rule, rules);
  place.replaceChildren(
    el("span", {}, curly(objection.message)),
    ...(objection.instead ? [" ", el("span", {}, `You can ${curly(objection.instead)}.`)] : []),
    ...(link ? [" ", link] : []),
  );
}

/**
 * Keeps the focus on the page: where what has it is taken away, or can hold it no more, it goes to the title of the
 * part that it was in. Whoever knows a better place is first.
 * @param {HTMLElement} root
 */
export function holdFocus(root) {
  /** @type {HTMLElement[]} what had the focus last, and what it lies in, outwards */
  let way = [];
  const seen = (/** @type {HTMLElement} */ at) => at.isConnected && at.checkVisibility();
  const lost = () => way.length > 0 && (document.activeElement === document.body || document.activeElement === null);
  const settle = () => {
    if (!lost() || root.dataset.busy !== undefined) return;
    if (way[0] && seen(way[0]) && !way[0].matches(":disabled")) return; // it was left on purpose, or is about to go
    for (const at of way.filter(seen)) {
      const titles = /** @type {NodeListOf<HTMLElement>} */ (at.querySelectorAll("h2, h3, summary, [role=tab][aria-selected=true]"));
      const title = [...titles].find(seen) ?? (at === root ? root : null);
      if (!title) continue;
      if (!title.matches("a, button, summary, [tabindex]")) title.tabIndex = -1;
      return title.focus({ preventScroll: true });
    }
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let due;
  const soon = () => {
    clearTimeout(due);
    due = setTimeout(settle, FOCUS_WAITS);
  };
  root.addEventListener("focusin", ({ target }) => {
    way = [];
    for (let at = /** @type {HTMLElement | null} */ (target); at && root.contains(at); at = at.parentElement) way.push(at);
  });
  root.addEventListener("focusout", soon);
  new MutationObserver(() => lost() && soon()).observe(root, { subtree: true, childList: true, attributeFilter: ["hidden", "disabled", "open", "data-busy", "data-state", "data-panel"] });
}

/** So many ms a page has to move the focus itself. */
const FOCUS_WAITS = 60;
