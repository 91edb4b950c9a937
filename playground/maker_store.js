// The roster on this device: everybody who was made here, as far as they are, and those who were deleted lately.
// It is written after each change. What cannot be read is set aside, never thrown away.
// @ts-check

/**
 * @typedef {Record<string, any>} Draft a character on its way, in the keys of a character file
 * @typedef {{ part: string, card: import("./view.js").Card, why: import("./view.js").Parts, words: { text: string, says: string }[] }} Drawn
 * @typedef {{ id: string, draft: Draft, drawn?: Record<string, Drawn>, picture?: string }} Person
 *   `picture`: the name of the file that the portrait came from
 * @typedef {Record<string, string | number | boolean>} Job how cards are to look and to be printed
 * @typedef {{ v: number, at: string, people: Person[], gone: Person[], job: Job }} Kept
 */

const KEY = "aces.maker";
const ASIDE = `${KEY}.aside.`;
const PICTURE = `${KEY}.picture.`;
/** The card as it was shown last: it is there before the engine is. */
const CARD = `${KEY}.card`;
const VERSION = 1;
const STRANGE = "it is not what this page writes";
/** So many who were deleted can be brought back. */
const BIN = 12;

export class Store {
  /** @param {Draft} fresh somebody whom nobody has touched yet */
  constructor(fresh) {
    this.fresh = fresh;
    /** @type {Kept} */
    this.kept = { v: VERSION, at: "", people: [], gone: [], job: {} };
    /** whether this browser keeps anything for the page */
    this.open = true;
    /** whether what is shown is not kept: there was no room */
    this.full = false;
    /** called when something is not kept, the first time in a row */
    this.onLoss = () => {};
    /** what cannot be read and stays where it was, since there is no room beside it */
    this.stays = "";
    /** what this page wrote last, to know the hand of another one */
    this.wrote = "";
  }

  /** @returns {string} why what was kept could not be read, when it was set aside just now; else nothing */
  read() {
    let text = null;
    try {
      text = localStorage.getItem(KEY);
    } catch {
      this.open = false;
    }
    if (text === null) return "";
    try {
      this.kept = this.understood(text);
      this.wrote = text;
      return "";
    } catch (error) {
      this.open = this.setAside(text);
      return error instanceof Error && !(error instanceof SyntaxError) ? error.message : "it is damaged";
    }
  }

  /** @param {string} text @returns {Kept} */
  understood(text) {
    const kept = JSON.parse(text);
    if (typeof kept?.v === "number" && kept.v > VERSION) throw new Error("a newer version of this page has written it");
    const are = (/** @type {any} */ people) => Array.isArray(people) && people.every((one) => isPerson(one, this.fresh));
    const whole = kept?.v === VERSION && are(kept.people) && kept.people.length && are(kept.gone);
    if (!whole) throw new Error(STRANGE);
    return { v: VERSION, at: String(kept.at), people: kept.people, gone: kept.gone, job: Object(kept.job) };
  }

  /** What was read cannot be shown after all. @returns {string} why it is set aside */
  spoil() {
    this.open = this.setAside(this.wrote);
    this.wrote = "";
    this.kept = { v: VERSION, at: "", people: [], gone: [], job: {} };
    return STRANGE;
  }

  /** @param {string} text @returns {boolean} whether there was room beside; else it stays where it is */
  setAside(text) {
    try {
      localStorage.setItem(`${ASIDE}${Date.now()}`, text);
      localStorage.removeItem(KEY);
      return true;
    } catch {
      this.stays = text;
      return false;
    }
  }

  /** @returns {string[]} what was set aside, the newest first */
  aside() {
    try {
      const names = Object.keys(localStorage).filter((name) => name.startsWith(ASIDE));
      const texts = names.sort().reverse().map((name) => localStorage.getItem(name) ?? "");
      return this.stays ? [this.stays, ...texts] : texts;
    } catch {
      return [];
    }
  }

  get people() {
    return this.kept.people;
  }

  /** @returns {Person} who is being made; there is always somebody */
  get person() {
    const { people, at } = this.kept;
    return /** @type {Person} */ (people.find((one) => one.id === at) ?? people[0]);
  }

  /**
   * Somebody more, who is then the one being made. Whoever is still untouched gives way.
   * @param {Draft[]} drafts
   */
  add(drafts) {
    const kept = this.kept.people.filter((one) => !untouched(one, this.fresh));
    const more = drafts.map((draft) => ({ id: crypto.randomUUID?.() ?? `${Date.now()}${Math.random()}`, draft }));
    this.kept.people = [...kept, ...more];
    this.kept.at = more[0]?.id ?? this.kept.at;
  }

  /** @param {string} id */
  remove(id) {
    const { people, gone } = this.kept;
    const place = people.findIndex((one) => one.id === id);
    const [one] = people.splice(place, 1);
    if (one) this.kept.gone = [one, ...gone];
    for (const old of this.kept.gone.splice(BIN)) this.forget(old.id);
    if (!people.length) this.add([structuredClone(this.fresh)]);
    if (this.kept.at === id) this.kept.at = (people[Math.min(place, people.length - 1)] ?? this.person).id;
  }

  /** The one who was deleted last comes back. */
  bring() {
    const one = this.kept.gone.shift();
    if (!one) return;
    this.kept.people = [...this.kept.people.filter((other) => other.id !== one.id && !untouched(other, this.fresh)), one];
    this.kept.at = one.id;
  }

  /** @returns {boolean} whether it is kept */
  write() {
    if (!this.open) return false;
    const before = this.full;
    try {
      this.wrote = JSON.stringify(this.kept);
      localStorage.setItem(KEY, this.wrote);
      this.full = false;
    } catch {
      this.full = true;
    }
    if (this.full && !before) this.onLoss();
    return !this.full;
  }

  /**
   * Tells when another page of this site has changed the roster. Who is being made here stays as they are here, but
   * not where this page lay hidden in the browser's history meanwhile: then it has nothing that is newer.
   * @param {() => void} changed
   */
  watch(changed) {
    /** @param {string | null} text @param {boolean} slept */
    const join = (text, slept) => {
      if (!text || text === this.wrote) return;
      const mine = this.person;
      try {
        const theirs = this.understood(text);
        const there = theirs.people.some((one) => one.id === mine.id);
        const people = slept ? theirs.people : theirs.people.map((one) => (one.id === mine.id ? mine : one));
        if (!there && !slept) people.push(mine);
        this.kept = { ...theirs, at: there || !slept ? mine.id : theirs.at, people, job: this.kept.job };
        changed();
      } catch {
        // Another page has spoilt what is kept: this one writes it anew with its next change.
      }
    };
    addEventListener("storage", (event) => event.key === KEY && join(event.newValue, false));
    addEventListener("pageshow", (event) => {
      if (event.persisted && this.open) join(localStorage.getItem(KEY), true);
    });
  }

  /** @returns {any[] | null} the card of who is being made, as it was shown last */
  card() {
    try {
      const { at, cards } = JSON.parse(localStorage.getItem(CARD) ?? "{}");
      return at === this.person.id && Array.isArray(cards) ? cards : null;
    } catch {
      return null;
    }
  }

  /** @param {unknown[]} cards */
  keepCard(cards) {
    try {
      localStorage.setItem(CARD, JSON.stringify({ at: this.person.id, cards }));
    } catch {
      // It is only for the first moment.
    }
  }

  /** @param {string} id @returns {string} the portrait as a data address; empty when there is none */
  picture(id) {
    try {
      return localStorage.getItem(PICTURE + id) ?? "";
    } catch {
      return "";
    }
  }

  /** @param {string} id @param {string} address @returns {boolean} whether it is kept */
  keepPicture(id, address) {
    try {
      localStorage.setItem(PICTURE + id, address);
      return true;
    } catch {
      return false;
    }
  }

  /** @param {string} id */
  forget(id) {
    try {
      localStorage.removeItem(PICTURE + id);
    } catch {
      // Without storage there is nothing to forget.
    }
  }
}

/**
 * Whether a value is what this page writes for it, so that it can be shown.
 * @param {any} one
 * @param {Draft} fresh
 * @returns {one is Person}
 */
function isPerson(one, fresh) {
  if (!isTable(one) || typeof one.id !== "string" || !isTable(one.draft)) return false;
  const { draft, drawn = {}, picture = "" } = one;
  const stats = (/** @type {any} */ value) => isTable(value) && Object.entries(value).every(([stat, points]) => Object.hasOwn(fresh.stats, stat) && typeof points === "number");
  const known = Object.entries(draft).every(([key, value]) => (key === "stats" ? stats(value) : ["string", "number"].includes(typeof value) || Array.isArray(value)));
  return known && typeof picture === "string" && isTable(drawn) && Object.values(drawn).every(isDrawn);
}

/** @param {any} one @returns {one is Drawn} */
function isDrawn(one) {
  const shown = typeof one?.card?.spoken === "string" && Array.isArray(one.why) && Array.isArray(one.words);
  return shown && one.why.every((/** @type {any} */ part) => typeof part === "string" || isTable(part)) && one.words.every((/** @type {any} */ word) => typeof word?.text === "string");
}

/** @param {any} value */
const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether nobody has done anything to somebody new. @param {Person} one @param {Draft} fresh */
function untouched(one, fresh) {
  const { stats, ...rest } = one.draft;
  return !one.drawn && Object.values(rest).every((value) => value === "") && JSON.stringify(stats) === JSON.stringify(fresh.stats);
}
