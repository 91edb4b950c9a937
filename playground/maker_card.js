// Cards as elements of the page: what the engine laid out, at its places, and the sheets for the printer.
// Every text is set as a text; nothing is ever parsed as markup.
// @ts-check

import { el } from "./view.js";

/** @typedef {[tag: string, attributes: Record<string, string>, ...children: (Tree | string)[]]} Tree */
/** @typedef {{ paper: [number, number], besides: Tree[], cards: [style: string, side: number][] }} Sheet */
/** @typedef {{ pages: Sheet[], sides: Tree[], cards: number, warnings: string[] }} Print */

/** What stands above the stage while it stays in sight, in px. */
const ABOVE = 140;
const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with all that is in it.
 * @param {Tree} tree
 * @returns {HTMLElement}
 */
export function built([tag, attributes, ...children]) {
  const drawn = tag === "svg" || tag === "path";
  const made = /** @type {HTMLElement} */ (drawn ? document.createElementNS(SVG, tag) : document.createElement(tag));
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "style") made.style.cssText = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.map((child) => (typeof child === "string" ? child : built(child))));
  return made;
}

/**
 * Puts the portraits into their places.
 * @param {ParentNode} within
 * @param {(name: string) => string} address
 */
export function hang(within, address) {
  for (const picture of /** @type {NodeListOf<HTMLImageElement>} */ (within.querySelectorAll("img[data-portrait]"))) {
    const found = address(picture.dataset.portrait ?? "");
    if (found) picture.src = found;
    else picture.remove();
  }
}

/** Sides of a card, shown at any size. */
export class Stage {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** what is shown, to leave alone what stays the same */
    this.shown = "";
    this.larger = false;
    new ResizeObserver(() => this.fit()).observe(root);
  }

  /**
   * @param {Tree[][]} cards each a front and a back
   * @param {(name: string) => string} address of a portrait
   */
  show(cards, address) {
    const now = JSON.stringify(cards);
    if (now === this.shown) return;
    this.shown = now;
    const names = ["Front", "Back"];
    const sides = cards.flatMap((card, number) =>
      card.map((side, place) => {
        const face = built(side);
        const { width, height } = face.style;
        const figure = el("figure", { class: "mk-side" }, el("div", { class: "mk-face" }, face), el("figcaption", {}, number ? `${names[place]}, continued` : (names[place] ?? "")));
        figure.style.setProperty("--w", String(parseFloat(width)));
        figure.style.setProperty("--h", String(parseFloat(height)));
        return figure;
      }),
    );
    this.root.replaceChildren(...sides);
    hang(this.root, address);
    this.fit();
  }

  /** As large as two sides beside each other, or one below the other, can be. */
  fit() {
    const first = /** @type {HTMLElement | null} */ (this.root.firstElementChild);
    if (!first) return;
    const wide = Number(first.style.getPropertyValue("--w")) * (96 / 25.4);
    const style = getComputedStyle(this.root);
    const gap = parseFloat(style.columnGap) || 0;
    const room = this.root.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (room > 0) this.root.style.setProperty("--k", (this.larger ? room / wide : (room - gap) / 2 / wide).toFixed(4));
    const stage = this.root.parentElement;
    stage?.classList.toggle("mk-tall", stage.offsetHeight > innerHeight - ABOVE);
  }
}

/**
 * The sheets, each as large as its paper, and the rule that makes the paper so large.
 * @param {Print} print
 * @param {(name: string) => string} address of a portrait
 */
export function sheets(print, address) {
  const sides = print.sides.map(built);
  const used = new Set();
  const papers = print.pages.map(({ paper: [width, height], besides, cards }) => {
    const lying = cards.map(([style, number]) => {
      const side = /** @type {HTMLElement} */ (used.has(number) ? sides[number]?.cloneNode(true) : sides[number]);
      used.add(number);
      side.style.cssText += `;position:absolute;${style}`;
      return side;
    });
    // Browsers set lines at whole pixels: eight times as large, and then as large as the paper, they stand true.
    const fine = el("div", { class: "card-fine" }, ...besides.slice(0, -1).map(built), ...lying, ...besides.slice(-1).map(built));
    const sheet = el("section", { class: "card-sheet" }, fine);
    fine.style.cssText = sheet.style.cssText = `width:${width}mm;height:${height}mm`;
    return sheet;
  });
  const [width, height] = print.pages[0]?.paper ?? [0, 0];
  const rule = el("style", {}, `@page { size: ${width}mm ${height}mm; margin: 0; }`);
  const made = el("div", { class: "mk-sheets" }, rule, ...papers);
  hang(made, address);
  return made;
}

/**
 * Waits for the faces of all letters on some cards: what is not on the screen is not fetched by itself.
 * @param {Element} within
 */
export async function lettered(within) {
  /** @type {Map<string, Set<string>>} */
  const letters = new Map();
  for (const line of within.querySelectorAll("bdi")) {
    const font = line.parentElement?.style.font ?? "";
    const there = letters.get(font) ?? new Set();
    for (const letter of line.textContent ?? "") there.add(letter);
    letters.set(font, there);
  }
  const faces = [...letters].map(([font, there]) => document.fonts.load(font, [...there].join("")));
  await Promise.allSettled(faces);
}
