// The card pad: a rank and a suit make a card. Which cards are out, and why, the engine says.
// @ts-check

import { el } from "./view.js";

/** @typedef {import("./view.js").Objection} Objection */
/** @typedef {{ code: string, rank: string, suit: string, glyph: string, spoken: string }} Face a card as the pad knows it */
/**
 * @typedef {object} Hands who uses the pad now
 * @property {(code: string) => void} card a card was tapped
 * @property {() => void} erase the last card goes
 * @property {() => void} go the key beside the suits
 * @property {(why: Objection) => void} refuse a card was tapped that is out
 */

/** The keys that stand for the one rank of two figures. */
const TYPED = "T01";
/** Keys of the pad count as in one row or column when they are so near, in px. */
const NEAR = 16;

export class Pad {
  /** @param {HTMLTemplateElement} template */
  constructor(template) {
    this.root = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
    this.ranks = /** @type {HTMLButtonElement[]} */ ([...this.root.querySelectorAll("button[data-rank]")]);
    this.suits = /** @type {HTMLButtonElement[]} */ ([...this.root.querySelectorAll("button[data-suit]")]);
    this.go = /** @type {HTMLButtonElement} */ (this.root.querySelector('[data-act="go"]'));
    /** @type {Hands | null} */
    this.hands = null;
    /** @type {Record<string, Objection>} the cards that are out, by their codes */
    this.used = {};
    this.rank = "";
    this.suit = "";
    this.root.addEventListener("click", (event) => {
      const key = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("button"));
      if (key) this.press(key);
    });
  }

  /**
   * Lies in a place and works for it.
   * @param {HTMLElement} place
   * @param {Hands} hands
   * @param {string} go what the key beside the suits says
   * @param {boolean} [quiet] whether that is not the thing to do
   */
  serve(place, hands, go, quiet = false) {
    if (this.hands !== hands) this.forget();
    this.hands = hands;
    place.append(this.root);
    this.go.textContent = go;
    this.go.classList.toggle("at-erase", quiet);
  }

  /** @param {Record<string, Objection>} used */
  dim(used) {
    this.used = used;
    this.paint();
  }

  /** @param {boolean} can whether the key beside the suits does something */
  ready(can) {
    this.go.setAttribute("aria-disabled", String(!can));
  }

  /** Half a card is none. */
  forget() {
    this.rank = this.suit = "";
    this.paint();
  }

  /** @param {HTMLElement} key */
  press(key) {
    const { rank, suit, act } = key.dataset;
    if (rank) this.take(rank, this.suit);
    else if (suit) this.take(this.rank, suit);
    else if (act === "erase") this.erase();
    else if (act === "go") this.hands?.go();
  }

  erase() {
    if (this.rank || this.suit) this.forget();
    else this.hands?.erase();
  }

  /** @param {string} rank @param {string} suit */
  take(rank, suit) {
    if (!rank || !suit) {
      // The same key again takes it back.
      this.rank = rank === this.rank ? "" : rank;
      this.suit = suit === this.suit ? "" : suit;
      this.paint();
      return;
    }
    const code = rank + suit;
    const why = this.used[code];
    if (why) {
      this.rank = rank;
      this.suit = "";
      this.paint();
      this.hands?.refuse(why);
      return;
    }
    this.forget();
    this.hands?.card(code);
  }

  /**
   * Letters and digits name cards, where the focus is beside the pad.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether it meant a card
   */
  type(event) {
    if (event.key === "Backspace") {
      this.erase();
      return true;
    }
    if (event.key.length !== 1) return false;
    const typed = event.key.toUpperCase();
    const found = this.ranks.map((key) => key.dataset.rank ?? "").find((rank) => rank === typed || (rank.length > 1 && TYPED.includes(typed)));
    if (found) this.take(found, this.suit);
    else if (this.suits.some((key) => key.dataset.suit === typed)) this.take(this.rank, typed);
    else return false;
    return true;
  }

  /**
   * Moves the focus from key to key.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether it did
   */
  move(event) {
    const keys = /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll("button:not([hidden])")]);
    const at = keys.indexOf(/** @type {HTMLElement} */ (event.target));
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (at < 0 || !way) return false;
    const here = centre(keys[at]);
    const [dx = 0, dy = 0] = way;
    const ahead = keys
      .map((key) => ({ key, x: centre(key).x - here.x, y: centre(key).y - here.y }))
      .map((to) => ({ ...to, far: to.x * dx + to.y * dy, aside: Math.abs(to.x * dy) + Math.abs(to.y * dx) }))
      .filter((to) => to.far > NEAR && (dy !== 0 || to.aside < NEAR))
      .sort((one, other) => one.far + one.aside * 2 - (other.far + other.aside * 2));
    ahead[0]?.key.focus();
    return true;
  }

  /** @param {string} code @returns {Face} */
  face(code) {
    const suit = this.suits.find((key) => code.endsWith(key.dataset.suit ?? "?"));
    const rank = this.ranks.find((key) => code === `${key.dataset.rank}${suit?.dataset.suit}`);
    return {
      code,
      rank: rank?.dataset.rank ?? "",
      suit: suit?.dataset.suit ?? "",
      glyph: suit?.dataset.glyph ?? "",
      spoken: `${rank?.dataset.word} of ${suit?.dataset.word}`,
    };
  }

  paint() {
    for (const key of this.ranks) {
      const left = this.suits.filter((suit) => !this.used[`${key.dataset.rank}${suit.dataset.suit}`]);
      key.setAttribute("aria-pressed", String(key.dataset.rank === this.rank));
      key.classList.toggle("at-out", left.length === 0);
    }
    const rank = this.ranks.find((key) => key.dataset.rank === this.rank);
    for (const key of this.suits) {
      const { suit, word } = key.dataset;
      const out = Boolean(this.used[`${this.rank}${suit}`]);
      key.setAttribute("aria-pressed", String(suit === this.suit));
      key.classList.toggle("at-out", out);
      const card = rank ? `${rank.dataset.word} of ${word}` : word;
      /** @type {HTMLElement} */ (key.lastElementChild).textContent = `, ${card}${out ? ", on the table already" : ""}`;
      /** @type {HTMLElement} */ (key.querySelector("b")).textContent = this.rank;
    }
    this.root.classList.toggle("at-half", Boolean(this.rank || this.suit));
  }
}

/** @param {HTMLElement | undefined} key */
function centre(key) {
  const box = key?.getBoundingClientRect() ?? new DOMRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * A card that the pad has named, before the engine has said more of it.
 * @param {Face} face
 * @param {string} label
 */
export function plainCard(face, label) {
  return el(
    "span",
    { class: "pc", "data-suit": face.suit, "data-rank": face.rank, role: "img", "aria-label": label },
    el("b", {}, face.rank),
    el("i", {}, face.glyph),
  );
}
