// The table with real cards: tabs, the engine, the party. It asks the engine, shows the answer, and holds no rule.
// @ts-check

import { Pad, plainCard } from "./atable_pad.js";
import { Cuts, Duel, Group, Judge } from "./atable_judge.js";
import { Party } from "./atable_party.js";
import { Store } from "./atable_store.js";
import { Engine } from "./engine.js";
import { keep } from "./keep.js";
import { el, holdFocus, remark, ruleLink, sentence } from "./view.js";

/** @typedef {import("./view.js").Objection} Objection */
/** @typedef {import("./view.js").Rule} Rule */
/** @typedef {import("./atable_party.js").View} View */
/** @typedef {{ who: string, text: string, parts: import("./view.js").Parts, rule: string }} Note */
/** @typedef {{ campaign: string, view: View | null, notes: Note[] }} Told */
/** @typedef {{ show: () => void, party: () => void | Promise<void> }} Panel */

const TABS = /** @type {const} */ (["judge", "group", "duel", "initiative", "party"]);
/** @typedef {typeof TABS[number]} Tab */

/** A call that takes longer says so. */
const SLOW = 5000;
const DRAFT = "aces.table.draft";
/** Set while the page begins once more. */
const AGAIN = "aces.table.again";
/** No list that is tapped together has more rows. */
const MOST_ROWS = 100;

export class Page {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {Map<string, Rule>} */
    this.rules = new Map();
    for (const link of /** @type {HTMLTemplateElement} */ (this.part("rules")).content.querySelectorAll("a")) {
      const href = new URL(link.getAttribute("href") ?? "", document.baseURI).href;
      this.rules.set(link.dataset.rule ?? "", { href, title: link.textContent ?? "" });
    }
    this.store = new Store();
    this.store.read();
    this.pad = new Pad(/** @type {HTMLTemplateElement} */ (this.part("pad")));
    /** @type {Engine | null} */
    this.engine = null;
    this.ready = false;
    this.line = Promise.resolve();
    /** whether the change of the party came from an act, not from Undo */
    this.just = false;
    this.drafts = draftsOfTab();
    this.listPanels();
    /** @type {Tab} */
    this.panel = "judge";
    this.listen();
  }

  listPanels() {
    /** @type {Record<Tab, Panel & { hands?: import("./atable_pad.js").Hands }>} */
    this.panels = { judge: new Judge(this), group: new Group(this), duel: new Duel(this), initiative: new Cuts(this), party: new Party(this) };
  }

  // The page

  /**
   * @param {string} name
   * @returns {HTMLElement}
   */
  part(name) {
    const found = /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-part="${name}"]`));
    if (!found) throw new Error(`the page has no part ${name}`);
    return found;
  }

  /**
   * @param {string} act
   * @returns {HTMLElement}
   */
  button(act) {
    return /** @type {HTMLElement} */ (this.root.querySelector(`[data-act="${act}"]`));
  }

  /** @returns {View | null} */
  get view() {
    return this.store.kept.view;
  }

  get members() {
    return this.view?.members ?? [];
  }

  /** @param {string} name */
  member(name) {
    return this.members.find((member) => member.name === name);
  }

  /**
   * What was tapped before the page was left, in this tab.
   * @template T
   * @param {string} name
   * @param {() => T} fresh
   * @param {unknown} [row] what its lists hold
   * @returns {T}
   */
  recall(name, fresh, row = "") {
    const usual = fresh();
    const kept = this.drafts[name];
    return like(kept, usual, row) ? /** @type {any} */ (kept) : usual;
  }

  /** @param {string} name @param {object} draft */
  remember(name, draft) {
    this.drafts[name] = draft;
    try {
      sessionStorage.setItem(DRAFT, JSON.stringify(this.drafts));
    } catch {
      // Without storage a draft lasts as long as the page.
    }
  }

  /** @param {HTMLElement} at */
  reveal(at) {
    at.scrollIntoView({ block: "nearest", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }

  /**
   * Puts a card into a slot, or shows that there is none. A card that stays is left alone.
   * @param {HTMLElement} slot
   * @param {string} code
   * @param {string} label
   * @param {string} empty
   */
  fill(slot, code, label, empty) {
    const there = slot.firstElementChild;
    if (there && slot.dataset.code === code && there.hasAttribute("aria-label")) return void there.setAttribute("aria-label", label);
    const face = code ? plainCard(this.pad.face(code), label) : el("span", { class: `pc ${empty}`, role: "img", "aria-label": label });
    if (code && "JQK".includes(code[0] ?? "")) face.classList.add("pc-court");
    slot.dataset.code = code;
    slot.replaceChildren(face);
  }

  // Starting

  begin() {
    document.documentElement.classList.toggle("four-colour", local("aces.four-colour") === "yes");
    const asked = location.hash.slice(1);
    try {
      this.select(isTab(asked) ? asked : isTab(this.drafts.tab) ? this.drafts.tab : "judge", false);
      this.paintAll();
    } catch (error) {
      return this.forget(error);
    }
    if (ofTab(AGAIN)) sessionStorage.removeItem(AGAIN);
    holdFocus(this.root);
    this.store.watch(() => this.refresh());
    const why = Engine.unsupported();
    if (why) return this.bootSays("This browser is too old to judge or to keep a party. What it has kept can be read here.");
    if (Engine.thrifty) {
      return void Engine.size()
        .catch(() => "a few MB")
        .then((size) => this.bootSays(`Judging needs ${size}, once. You asked to save data, so it waits for you.`, "Fetch the rules"));
    }
    return void this.boot();
  }

  /**
   * What was kept to be shown cannot be: it goes, and the page begins once more. The party itself stays.
   * @param {unknown} error
   */
  forget(error) {
    const { campaign, view } = this.store.kept;
    if (ofTab(AGAIN)) throw error;
    sessionStorage.setItem(AGAIN, "yes");
    sessionStorage.removeItem(DRAFT);
    if (view) this.store.renew(campaign, null);
    location.reload();
  }

  async boot() {
    this.bootSays("Fetching the rules", "", true);
    this.root.dataset.state = "loading";
    try {
      this.engine ??= new Engine();
      await this.engine.start((progress) => this.bootShows(progress));
    } catch (error) {
      return this.fail(error, "Try again");
    }
    this.ready = true;
    this.root.dataset.state = "ready";
    this.part("boot").hidden = true;
    this.note([], false, false);
    await this.refresh();
    this.panels?.[this.panel].show();
    performance.mark("aces-table-ready");
    keep((line) => (this.part("offline").textContent = line));
  }

  /**
   * @param {unknown} error
   * @param {string} go
   */
  fail(error, go) {
    this.engine?.stop();
    this.engine = null;
    this.ready = false;
    this.root.dataset.state = "loading";
    this.bootSays(error instanceof Error ? error.message : String(error), go);
  }

  /**
   * @param {string} text
   * @param {string} [go]
   * @param {boolean} [passes] whether it goes by itself: then it stands beside the title, and nothing moves when it has gone
   */
  bootSays(text, go, passes = false) {
    this.part("boot").hidden = false;
    this.part("boot").classList.toggle("at-boot-passes", passes);
    this.part("boot-line").textContent = this.store.campaign ? `${text}. The party can be read until then.`.replace("..", ".") : text;
    this.part("boot-bar").hidden = true;
    const button = this.part("boot-go");
    button.hidden = !go;
    button.textContent = go ?? "";
  }

  /** @param {{ text: string, done: number }} progress */
  bootShows({ text, done }) {
    this.part("boot-line").textContent = text;
    const bar = /** @type {HTMLProgressElement} */ (this.part("boot-bar"));
    bar.hidden = false;
    bar.value = done;
  }

  /** @param {string} text */
  waits(text) {
    if (!this.ready) this.say(text);
  }

  // Asking

  /**
   * Asks the engine, after what was asked before; waits for it to be there. A refusal is told and gives null.
   * @param {string} method
   * @param {object | (() => object)} params what to ask, or how to say it once it is its turn
   * @param {(why: Objection) => void} refused
   * @param {(told: any) => void} [taken] what comes of the answer, before anything else is asked
   * @returns {Promise<any>}
   */
  ask(method, params, refused, taken = () => {}) {
    this.asking = (this.asking ?? 0) + 1;
    this.root.dataset.busy = "";
    const answer = this.line.then(async () => {
      const told = await this.askNow(`table.${method}`, typeof params === "function" ? params() : params, refused);
      if (told) taken(told);
      return told;
    });
    this.line = answer.then(
      () => {},
      () => {},
    );
    return answer.finally(() => {
      this.asking = (this.asking ?? 1) - 1;
      if (!this.asking) delete this.root.dataset.busy;
    });
  }

  /**
   * @param {string} method
   * @param {object} params
   * @param {(why: Objection) => void} refused
   */
  async askNow(method, params, refused) {
    const { engine } = this;
    if (!engine) return null;
    const slow = setTimeout(() => this.ready && this.bootSays("The rules have not answered for a while. They can be started again", "Start again"), SLOW);
    try {
      const answer = await engine.call(method, params);
      if (this.ready) this.part("boot").hidden = true;
      if (!answer.error) return answer;
      refused(answer.error);
    } catch (error) {
      if (engine === this.engine && this.ready) this.fail(error, "Start again");
    } finally {
      clearTimeout(slow);
    }
    return null;
  }

  // The party

  /** What was kept, read by the engine; without it, as it was shown last. */
  async refresh() {
    const { store } = this;
    if (this.ready && store.campaign && !store.trouble) {
      const asked = () => ({ campaign: store.campaign });
      await this.ask("open", asked, (why) => store.spoil(reason(why)), (told) => store.renew(told.campaign, told.view));
    }
    this.just = false;
    this.paintAll();
  }

  /**
   * Lets something happen to the party.
   * @param {object} details
   * @param {(why: Objection) => void} [refused]
   */
  act(details, refused) {
    return this.change("act", () => ({ campaign: this.store.campaign, ...details }), "", refused);
  }

  /**
   * Asks for a changed party, keeps and shows it.
   * @param {string} method
   * @param {object | (() => object)} params
   * @param {string} label what Undo calls it; empty: what the engine says happened
   * @param {(why: Objection) => void} [refused]
   * @param {string} [done] what to say
   */
  async change(method, params, label, refused = (why) => this.object(why), done = "") {
    if (!this.ready) {
      refused({ message: "The rules are still on their way; until then the party can only be read." });
      return false;
    }
    return Boolean(await this.ask(method, params, refused, (told) => this.take(told, label, done)));
  }

  /**
   * A changed party.
   * @param {Told} told
   * @param {string} label
   * @param {string} [done]
   */
  take(told, label, done) {
    const first = told.notes[0];
    const kept = this.store.step(told.campaign, told.view, label || (first ? `${first.who}: ${first.text}` : "the last step"));
    this.just = true;
    this.paintAll();
    this.tell(told.notes, done ?? "", true);
    if (!kept && this.store.open) this.object({ message: "This device has no room left for the party. Download the file before you leave." });
  }

  async undo() {
    const { store } = this;
    if (!this.ready) return this.object({ message: "The rules are still on their way; until then the party can only be read." });
    await this.line;
    const before = store.before();
    if (before === null) return this.object({ message: "There is nothing to take back." });
    /** @param {{ campaign: string, view: View | null }} told */
    const taken = ({ campaign, view }) => {
      const { last } = store;
      store.back(campaign, view);
      this.just = false;
      this.paintAll();
      this.tell([], `Taken back: ${last}`, false);
    };
    if (before === "") taken({ campaign: "", view: null });
    else await this.ask("open", () => ({ campaign: store.before() ?? "" }), (why) => this.object(why), taken);
  }

  paintAll() {
    for (const name of TABS) void this.panels?.[name].party();
    this.root.classList.toggle("at-reading", !this.ready);
  }

  // Telling

  /**
   * What happened, with its rules, and the way back.
   * @param {Note[]} notes
   * @param {string} done
   * @param {boolean} undo
   */
  tell(notes, done, undo) {
    /** @type {HTMLElement[]} */
    const lines = [];
    notes.forEach((note, place) => {
      const said = [...sentence(note.parts), " ", ruleLink(note.rule, this.rules)];
      const again = note.who === notes[place - 1]?.who ? lines.at(-1) : undefined;
      if (again) again.append(el("br"), ...said.filter((part) => part !== null));
      else lines.push(el("p", {}, el("b", {}, `${note.who}: `), ...said));
    });
    if (done) lines.unshift(el("p", {}, done));
    this.note(lines, undo && this.panel !== "party", false);
  }

  /** @param {string} text */
  say(text) {
    this.note([el("p", {}, text)], false, false);
  }

  /** @param {Objection} why */
  object(why) {
    const line = el("p", {});
    remark(line, why, this.rules);
    this.note([line], false, true);
  }

  /**
   * @param {HTMLElement[]} lines
   * @param {boolean} undo
   * @param {boolean} objects
   */
  note(lines, undo, objects) {
    const note = this.part("note");
    note.hidden = lines.length === 0;
    note.classList.toggle("at-objects", objects);
    this.part("note-text").setAttribute("role", objects ? "alert" : "status");
    this.part("note-text").replaceChildren(...lines);
    this.part("note-acts").replaceChildren(
      ...(undo ? [el("button", { type: "button", class: "at-link", "data-act": "undo" }, "Undo")] : []),
      el("button", { type: "button", class: "at-x", "data-act": "hush", "aria-label": "Close this note" }, "×"),
    );
    this.foot()?.prepend(note);
  }

  foot() {
    return this.part(this.panel).querySelector(".at-foot");
  }

  // Tabs

  /**
   * @param {Tab} tab
   * @param {boolean} [focus]
   */
  select(tab, focus = true) {
    this.panel = tab;
    this.root.dataset.panel = tab;
    this.drafts.tab = tab;
    this.remember("tab", /** @type {any} */ (tab));
    this.note([], false, false);
    for (const name of TABS) {
      const button = /** @type {HTMLElement} */ (this.root.querySelector(`[data-tab="${name}"]`));
      button.setAttribute("aria-selected", String(name === tab));
      button.tabIndex = name === tab ? 0 : -1;
      this.part(name).hidden = name !== tab;
      if (name === tab && focus) button.focus({ preventScroll: true });
    }
    this.panels?.[tab].show();
  }

  // Doing

  listen() {
    this.root.addEventListener("click", (event) => {
      const at = /** @type {Element} */ (event.target);
      const tab = /** @type {HTMLElement | null} */ (at.closest("[data-tab]"))?.dataset.tab;
      const act = /** @type {HTMLElement | null} */ (at.closest("[data-act]"))?.dataset.act;
      if (isTab(tab)) {
        this.select(tab);
        history.replaceState(history.state, "", `#${tab}`);
      } else if (act === "undo") void this.undo();
      else if (act === "hush") this.note([], false, false);
      else if (act === "boot") {
        this.engine?.stop();
        this.engine = null;
        void this.boot();
      }
    });
    this.root.addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => {
      const tab = location.hash.slice(1);
      if (isTab(tab)) this.select(tab, false);
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const at = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (at.closest("input, select, textarea")) return;
    if (at.closest("[role=tab]")) {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const to = event.key === "Home" ? 0 : event.key === "End" ? TABS.length - 1 : step ? (TABS.indexOf(this.panel) + step + TABS.length) % TABS.length : -1;
      const tab = TABS[to];
      if (!tab) return;
      this.select(tab);
      event.preventDefault();
      return;
    }
    const pad = this.pad.root;
    if (!pad.isConnected || !this.part(this.panel).contains(pad) || pad.closest("[hidden]")) return;
    if (this.pad.type(event) || this.pad.move(event)) event.preventDefault();
  }
}

/** The first fault with its path, or the message. @param {Objection & { faults?: string[] }} why */
function reason(why) {
  return (why.faults?.[0] ?? why.message).replace(/\.$/, "");
}

/** @param {unknown} name @returns {name is Tab} */
function isTab(name) {
  return TABS.includes(/** @type {Tab} */ (name));
}

/** @returns {Record<string, any>} */
function draftsOfTab() {
  try {
    const kept = JSON.parse(ofTab(DRAFT) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/**
 * Whether a value is such as another one: the same keys, the same kinds of values. A table with no keys stands for any
 * with words and marks in it, an empty list for any with such rows.
 * @param {any} value
 * @param {any} usual
 * @param {unknown} row
 * @returns {boolean}
 */
function like(value, usual, row) {
  if (typeof value !== typeof usual || value === null || Array.isArray(value) !== Array.isArray(usual)) return false;
  if (Array.isArray(usual)) return value.length <= MOST_ROWS && value.every((/** @type {any} */ one) => like(one, row, ""));
  if (typeof usual !== "object") return true;
  const keys = Object.keys(usual);
  if (!keys.length) return Object.values(value).every((one) => ["string", "boolean"].includes(typeof one));
  return keys.every((key) => like(value[key], usual[key], row));
}

/** @param {string} name */
function ofTab(name) {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @param {string} name */
function local(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

const root = document.getElementById("aces-table");
if (root) new Page(root).begin();
