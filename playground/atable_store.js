// What stays on the device: the party as the text of its file, what the page shows of it, and every step back.
// It is written at once after each change. What cannot be read is never thrown away.
// @ts-check

/** @typedef {{ label: string, back: Patch }} Step one step: what it was called, and the way back */
/** @typedef {{ v: number, campaign: string, view: any, undo: Step[] }} Kept */
/**
 * @typedef {{ put: any } | { keys: Record<string, Patch | null> } | { rows: [number, number, any[]] } | { each: Record<number, Patch> }} Patch
 *   from one plain value to another: another value, changed keys (null: gone), rows in place of others, changed rows
 */
/** @typedef {{ name: string, text: string }} Aside */

const KEY = "aces.table";
const ASIDE = `${KEY}.aside.`;
const VERSION = 1;

export class Store {
  constructor() {
    /** @type {Kept} */
    this.kept = empty();
    /** why what was kept cannot be read; empty when it can, or nothing was kept */
    this.trouble = "";
    /** the text that cannot be read */
    this.damaged = "";
    /** whether this browser keeps anything for the page */
    this.open = true;
    /** what this page wrote last, to know the hand of another one */
    this.wrote = "";
  }

  /** Reads what was kept. */
  read() {
    this.kept = empty();
    this.trouble = this.damaged = "";
    let text = null;
    try {
      text = localStorage.getItem(KEY);
    } catch {
      this.open = false;
    }
    if (text === null) return;
    this.wrote = text;
    try {
      const kept = JSON.parse(text);
      if (typeof kept?.v === "number" && kept.v > VERSION) throw new Error("a newer version of this page has written it");
      if (kept?.v !== VERSION || typeof kept.campaign !== "string" || !Array.isArray(kept.undo)) throw new Error("it is not what this page writes");
      this.kept = kept;
    } catch (error) {
      this.spoil(error instanceof SyntaxError ? "it is damaged" : error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * What was kept cannot be used. It stays where it is until somebody sets it aside.
   * @param {string} why
   */
  spoil(why) {
    this.trouble = why;
    this.damaged = this.wrote;
    this.kept = empty();
  }

  /** Puts what cannot be read beside, under a name of its own, and makes room. */
  setAside() {
    if (!this.trouble) return;
    try {
      localStorage.setItem(`${ASIDE}${new Date().toISOString()}`, this.damaged);
      localStorage.removeItem(KEY);
    } catch {
      return;
    }
    this.trouble = this.damaged = this.wrote = "";
    this.kept = empty();
  }

  /** @returns {Aside[]} what was set aside, the oldest first */
  aside() {
    try {
      const names = Object.keys(localStorage).filter((name) => name.startsWith(ASIDE)).sort();
      return names.map((name) => ({ name, text: localStorage.getItem(name) ?? "" }));
    } catch {
      return [];
    }
  }

  /** @param {string} name */
  forget(name) {
    localStorage.removeItem(name);
  }

  get campaign() {
    return this.kept.campaign;
  }

  get steps() {
    return this.kept.undo.length;
  }

  /** What Undo takes back. */
  get last() {
    return this.kept.undo.at(-1)?.label ?? "";
  }

  /**
   * A step: the party after it, and the way back to the one before.
   * @param {string} campaign
   * @param {any} view
   * @param {string} label
   * @returns {boolean} whether it is kept
   */
  step(campaign, view, label) {
    const undo = [...this.kept.undo, { label, back: way(plain(campaign), plain(this.kept.campaign)) }];
    this.kept = { v: VERSION, campaign, view, undo };
    return this.write();
  }

  /**
   * The same party, read anew.
   * @param {string} campaign
   * @param {any} view
   */
  renew(campaign, view) {
    this.kept = { ...this.kept, campaign, view };
    return this.write();
  }

  /** @returns {string | null} the party one step back; null when there is none */
  before() {
    const step = this.kept.undo.at(-1);
    if (!step) return null;
    const back = go(plain(this.kept.campaign), step.back);
    return back === null ? "" : JSON.stringify(back);
  }

  /**
   * Goes one step back.
   * @param {string} campaign what `before` gave
   * @param {any} view
   */
  back(campaign, view) {
    this.kept = { v: VERSION, campaign, view, undo: this.kept.undo.slice(0, -1) };
    return this.write();
  }

  /** @returns {boolean} */
  write() {
    if (this.trouble) return false;
    for (;;) {
      const text = JSON.stringify(this.kept);
      try {
        localStorage.setItem(KEY, text);
        this.wrote = text;
        return true;
      } catch {
        // No room: the oldest steps go first, the party never.
        if (this.kept.undo.length === 0) return false;
        this.kept.undo = this.kept.undo.slice(Math.ceil(this.kept.undo.length / 4));
      }
    }
  }

  /**
   * Tells when another page of this site has changed what is kept.
   * @param {() => void} changed
   */
  watch(changed) {
    addEventListener("storage", (event) => {
      if (event.key !== KEY && event.key !== null) return;
      if ((event.newValue ?? "") === this.wrote) return;
      this.wrote = "";
      this.read();
      changed();
    });
  }
}

/** @returns {Kept} */
function empty() {
  return { v: VERSION, campaign: "", view: null, undo: [] };
}

/** @param {string} campaign */
function plain(campaign) {
  return campaign ? JSON.parse(campaign) : null;
}

/**
 * The shortest way that we know from one plain value to another.
 * @param {any} from
 * @param {any} to
 * @returns {Patch}
 */
export function way(from, to) {
  if (Array.isArray(from) && Array.isArray(to)) {
    if (from.length === to.length) {
      /** @type {Record<number, Patch>} */
      const each = {};
      from.forEach((one, place) => {
        if (!same(one, to[place])) each[place] = way(one, to[place]);
      });
      return { each };
    }
    let start = 0;
    while (start < from.length && start < to.length && same(from[start], to[start])) start++;
    let end = 0;
    while (end < from.length - start && end < to.length - start && same(from.at(-1 - end), to.at(-1 - end))) end++;
    return { rows: [start, from.length - start - end, to.slice(start, to.length - end)] };
  }
  if (isTable(from) && isTable(to) && sameOrder(from, to)) {
    /** @type {Record<string, Patch | null>} */
    const keys = {};
    for (const key of Object.keys(from)) if (!(key in to)) keys[key] = null;
    for (const key of Object.keys(to)) {
      if (!(key in from)) keys[key] = { put: to[key] };
      else if (!same(from[key], to[key])) keys[key] = way(from[key], to[key]);
    }
    return { keys };
  }
  return { put: to };
}

/**
 * Goes a way.
 * @param {any} from
 * @param {Patch} patch
 * @returns {any}
 */
export function go(from, patch) {
  if ("put" in patch) return patch.put;
  if ("rows" in patch) {
    const [start, gone, rows] = patch.rows;
    return [...from.slice(0, start), ...rows, ...from.slice(start + gone)];
  }
  if ("each" in patch) return from.map((/** @type {any} */ one, /** @type {number} */ place) => (patch.each[place] ? go(one, patch.each[place]) : one));
  const to = { ...from };
  for (const [key, change] of Object.entries(patch.keys)) {
    if (change === null) delete to[key];
    else to[key] = go(from[key], change);
  }
  return to;
}

/** @param {any} value */
function isTable(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Keys that come back do so at the end: only then is the way short. @param {object} from @param {object} to */
function sameOrder(from, to) {
  const there = Object.keys(to);
  const kept = Object.keys(from).filter((key) => key in to);
  return kept.every((key, place) => there[place] === key);
}

/** @param {any} one @param {any} other @returns {boolean} */
function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
