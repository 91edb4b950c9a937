// The page on which one plays: it asks the engine, shows the answer, and holds no rule.
// @ts-check

import { Engine, EngineError } from "./engine.js";
import { cardButton, curly, el, hits, holdFocus, judge, lay, layLayout, log, mention, nameCard, pile, remark, sentence } from "./view.js";

/** @typedef {import("./view.js").Table} Table */
/** @typedef {import("./view.js").Objection} Objection */
/** @typedef {import("./view.js").Rule} Rule */
/** @typedef {{ text: string, record: string, seed: string | null }} Past a Resolution that was finished here */

const STUCK_AFTER = 5000;
const EARLIER_LIMIT = 30;
/** A second press within so many ms meant what was there before: another button, or this one with another meaning. */
const SAME_PRESS = 350;

/** What lives as long as the tab: the engine and the game, whatever becomes of the page around them. */
const tab = {
  /** @type {Engine | null} */ engine: null,
  /** @type {Table | null} the table now */ now: null,
  /** @type {Table | null} the earlier step on show, while stepping through */ past: null,
  /** @type {Past[]} */ earlier: [],
  /** the fragment that the page itself wrote last */ wrote: "",
};

/** The table on one page. */
class TableView {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.form = /** @type {HTMLFormElement} */ (this.part("form"));
    /** @type {Map<string, Rule>} */
    this.rules = new Map();
    for (const link of /** @type {HTMLTemplateElement} */ (this.part("rules")).content.querySelectorAll("a")) {
      const href = new URL(link.getAttribute("href") ?? "", document.baseURI).href;
      this.rules.set(link.dataset.rule ?? "", { href, title: link.textContent ?? "" });
    }
    /** what was asked, in line, and how much of it waits */
    this.line = Promise.resolve();
    this.waiting = 0;
    this.run = 0;
    this.booting = false;
    /** the settings of the form go before those of the address */
    this.insists = false;
    /** @type {string | null | undefined} the item to place; null: one is being chosen; undefined: none */
    this.item = undefined;
    /** @type {WeakMap<HTMLElement, number>} when each button came, or took another meaning */
    this.changed = new WeakMap();
    this.claim = action("claim", "act-claim");
    this.main = action("main", "act-main");
    this.stand = action("stand");
    this.items = action("items");
    this.slider = el("input", { type: "range", min: 0, step: 1, "aria-label": "Step" });
    this.steps = el(
      "div",
      { class: "steps", hidden: true },
      el("button", { type: "button", class: "step", "data-act": "step-back", "aria-label": "One step back" }, "‹"),
      this.slider,
      el("button", { type: "button", class: "step", "data-act": "step-on", "aria-label": "One step on" }, "›"),
      el("button", { type: "button", class: "act", "data-act": "leave" }, "Back to the end"),
      el("button", { type: "button", class: "act act-main", "data-act": "branch" }, "Play on from here"),
    );
    this.part("actions").append(this.claim, this.main, this.stand, this.items, this.steps);
    this.listen();
  }

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
   * @param {string} name
   * @returns {HTMLInputElement}
   */
  field(name) {
    return /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name));
  }

  get alive() {
    return this.root.isConnected;
  }

  // Starting

  async begin() {
    holdFocus(this.root);
    this.showPreferences();
    if (tab.earlier.length === 0) tab.earlier = earlierOfTab();
    this.showEarlier();
    if (tab.now) return this.paint(tab.now, false);
    const why = Engine.unsupported();
    if (why) return this.bootSays(why);
    if (Engine.thrifty) {
      const size = await Engine.size().catch(() => "a few MB");
      return this.bootSays(`The table needs ${size}, once. You asked to save data, so it waits for you.`, "Load the table");
    }
    await this.boot();
  }

  /** Starts the engine and deals; what was on the table comes back. */
  async boot() {
    this.bootSays("Setting the table");
    this.booting = true;
    try {
      tab.engine ??= new Engine();
      await tab.engine.start((progress) => this.bootShows(progress));
    } catch (error) {
      this.fail(error, "Try again");
      return;
    }
    const table = await this.ask(...this.opening());
    if (!table) return;
    this.booting = false;
    this.take(table, false);
    remark(this.part("notice"), table.notice, this.rules);
    performance.mark("aces-dealt");
  }

  /** @returns {[string, object]} what to ask an engine that has just begun, for the game to lie there as it did */
  opening() {
    const kept = tab.now;
    if (kept && kept.fragment === null) return ["read", { text: kept.record, dealer: kept.settings.dealer }];
    return ["open", { fragment: kept ? kept.fragment : this.insists ? "" : sharedLink(), settings: this.chosen() }];
  }

  /** Ends the engine, if it runs, and starts it again with the game as it was. */
  async restart() {
    this.run++;
    tab.engine?.stop();
    tab.engine = null;
    await this.boot();
  }

  /**
   * @param {unknown} error
   * @param {string} go
   */
  fail(error, go) {
    tab.engine?.stop();
    tab.engine = null;
    this.bootSays(error instanceof Error ? error.message : String(error), go);
  }

  /**
   * @param {string} text
   * @param {string} [go] what the button says that goes on
   */
  bootSays(text, go) {
    if (!this.alive) return;
    this.root.dataset.state = "loading";
    this.part("boot").hidden = false;
    this.part("boot-line").textContent = text;
    this.part("boot-bar").hidden = true;
    const button = this.part("boot-go");
    button.hidden = !go;
    button.textContent = go ?? "";
  }

  /** @param {{ text: string, done: number }} progress a line, and how much is done, from 0 to 1 */
  bootShows({ text, done }) {
    if (!this.alive) return;
    this.part("boot-line").textContent = text;
    const bar = /** @type {HTMLProgressElement} */ (this.part("boot-bar"));
    bar.hidden = false;
    bar.value = done;
  }

  // Asking

  /**
   * Asks the engine, after what was asked before. A refusal is shown and gives null. A call that does not
   * come back can be given up.
   * @param {string} method
   * @param {object} [params]
   * @param {(error: Objection) => void} [refused]
   * @returns {Promise<any>}
   */
  ask(method, params = {}, refused = (error) => remark(this.part("refusal"), error, this.rules)) {
    this.waiting++;
    this.root.dataset.busy = "";
    const run = this.run;
    const answer = this.line.then(() => (run === this.run ? this.askNow(method, params, refused) : null));
    this.line = answer.finally(() => {
      if (--this.waiting === 0) delete this.root.dataset.busy;
    });
    return answer;
  }

  /**
   * @param {string} method
   * @param {object} params
   * @param {(error: Objection) => void} refused
   */
  async askNow(method, params, refused) {
    const engine = tab.engine;
    if (!engine) return null;
    const stuck = setTimeout(
      () => this.bootSays("The engine has not answered for a while. It can start again and replay your game.", "Start it again"),
      STUCK_AFTER,
    );
    try {
      // One that ended while nobody asked begins anew, and knows of no game.
      if (!engine.running && !this.booting && tab.now) await engine.call(...this.opening());
      const answer = await engine.call(method, params);
      if (!answer.error) return answer;
      refused(answer.error);
    } catch (error) {
      if (engine === tab.engine) this.broke(error);
    } finally {
      clearTimeout(stuck);
    }
    return null;
  }

  /**
   * The engine broke down or was given up. If that was in the middle of a game, the game comes back by itself.
   * @param {unknown} error
   */
  broke(error) {
    const again = error instanceof EngineError && error.kind === "stuck" && !this.booting;
    if (!again) return this.fail(error, "Start it again");
    void this.restart().then(() => {
      if (tab.engine?.running) this.say("The engine did not answer, so it was started again. Your last step was not made.");
    });
  }

  /**
   * Asks for a new table and shows it.
   * @param {string} method
   * @param {object} [params]
   * @param {(error: Objection) => void} [refused]
   */
  async change(method, params, refused) {
    const table = await this.ask(method, params, refused);
    if (table) this.take(table, true);
    return Boolean(table);
  }

  /**
   * Asks for another hand and shows it; the one that lay there is kept, also when it was not over.
   * @param {string} method
   * @param {object} params
   * @param {(error: Objection) => void} [refused]
   */
  async another(method, params, refused) {
    const before = tab.now;
    const table = await this.ask(method, params, refused);
    if (!table) return false;
    if (before?.can_undo && !before.verdict) this.keep(before);
    this.take(table, method === "deal");
    remark(this.part("notice"), table.notice, this.rules);
    this.toTable();
    return true;
  }

  /** @param {string} move */
  async play(move) {
    this.leave();
    await this.change("play", { move });
  }

  /** Puts away what stands between the player and the table: an item half chosen, an earlier step. */
  leave() {
    const was = this.item !== undefined || tab.past !== null;
    this.item = undefined;
    tab.past = null;
    if (was && tab.now) this.paint(tab.now, false);
  }

  // Showing

  /**
   * A new table.
   * @param {Table} table
   * @param {boolean} step whether it follows from the one before
   */
  take(table, step) {
    const before = tab.now;
    this.item = undefined;
    tab.past = null;
    tab.now = table;
    if (!this.alive) return;
    remark(this.part("notice"), null, this.rules);
    this.paint(table, step);
    this.share(table);
    if (step && table.verdict && before && !before.verdict) this.ended(table);
    else if (step) this.part("hand").scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" });
  }

  /**
   * @param {Table} table
   * @param {boolean} step
   */
  paint(table, step) {
    const { view, verdict, settings } = table;
    const verbs = new Set(tab.past ? [] : table.moves.map((move) => move.verb));
    const held = this.root.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
    this.root.dataset.state = verdict ? "over" : view.phase;
    this.root.classList.toggle("stepping", Boolean(tab.past));
    this.root.classList.toggle("picking", this.item !== undefined);
    this.part("boot").hidden = true;
    this.part("tools").hidden = false;
    this.part("record").hidden = false;
    remark(this.part("refusal"), null, this.rules);
    this.paintSettings(settings);
    this.part("who").textContent = `The ${settings.dealer} Dealer`;
    this.part("seed").replaceChildren(...(table.seed === null ? ["Given cards"] : ["Seed ", el("b", {}, table.seed)]));
    this.paintDealer(table);

    this.part("total").textContent = view.total;
    this.part("total").classList.toggle("over", view.over);
    hits(this.part("hits"), view.hits, view.hits_left);
    layLayout(this.part("layout"), view.layout, this.targets(table), handOf(table));
    pile(this.part("player-left"), "Your deck:", view.player_left, view.player_discards);

    this.part("verdict").hidden = !verdict;
    this.part("hand").hidden = Boolean(verdict);
    if (verdict) judge(this.part("verdict"), verdict, this.rules, step);
    this.paintHand(table, verbs, step);
    this.paintActions(table, verbs);
    this.paintTools(table);
    if (held) this.hold(held);

    const list = this.part("log");
    log(list, table.history, this.rules, table.ply);
    this.part("log-empty").hidden = true;
    const shown = /** @type {HTMLElement | null} */ ([...list.querySelectorAll("[aria-current]")].at(-1) ?? null);
    // To ask where it stands is to have the page laid out there and then: that can wait for the next frame.
    requestAnimationFrame(() => {
      if (shown?.isConnected) list.scrollTop = shown.offsetTop + shown.offsetHeight - list.clientHeight;
    });
  }

  /**
   * What was hidden for a moment, or is gone now, has lost the focus: it goes on from here, not from the top of the page.
   * @param {HTMLElement} held what had the focus
   */
  hold(held) {
    const seen = (/** @type {Element | null} */ at) => Boolean(at && at !== document.body && at.getClientRects().length);
    if (seen(document.activeElement)) return;
    (seen(held) ? held : tab.past ? this.slider : this.main).focus({ preventScroll: true });
  }

  /** @param {Table} table */
  paintDealer(table) {
    const { view } = table;
    const hand = handOf(table);
    const told = table.history.filter((line) => line.ply <= table.ply && line.who === "Dealer" && line.kind !== "outcome");
    const truths = told.filter((line) => line.kind === "truth").length;
    const down = `${hand} down ${truths}`;
    lay(this.part("tell"), view.tell, { key: `${hand} ${view.tell.code}` });
    lay(this.part("truth"), view.truth, { key: view.truth.down ? down : `${hand} ${view.truth.code}`, down });
    this.part("tell-worth").textContent = view.tell.worth;
    this.part("truth-worth").textContent = view.truth.down ? "" : view.truth.worth;
    this.part("call").replaceChildren(...sentence(told.at(-1)?.parts ?? []));
    pile(this.part("dealer-left"), "Deck:", view.dealer_left, view.dealer_discards);
  }

  /**
   * What a press on each card of the Layout does, as far as it does something.
   * @param {Table} table
   */
  targets(table) {
    /** @type {Map<number, string>} */
    const targets = new Map();
    if (tab.past || this.item === null) return targets;
    const { view } = table;
    const legal = new Set(table.moves.map((move) => move.text));
    const card = this.item ? view.items.find((item) => item.code === this.item) : view.drawn;
    for (const { place } of view.layout) {
      if (card && legal.has(this.moveAt(place))) targets.set(place, `${this.item ? "Use" : "Swap in"} the ${card.spoken} here`);
    }
    return targets;
  }

  /** @param {number} place from 1 */
  moveAt(place) {
    return this.item ? `use ${this.item} ${place}` : `swap ${place}`;
  }

  /**
   * The drawn card, or the items to choose from, and what to do now in a sentence.
   * @param {Table} table
   * @param {Set<string>} verbs
   * @param {boolean} step
   */
  paintHand(table, verbs, step) {
    const { view } = table;
    const drawn = this.part("drawn");
    const choice = this.part("item-choice");
    drawn.hidden = this.item !== undefined;
    choice.hidden = this.item === undefined;
    lay(drawn, view.drawn, { key: `${handOf(table)} ${view.drawn?.code ?? "none"}`, empty: "No card drawn", late: step });
    choice.replaceChildren(
      ...view.items.map((item, index) => {
        const ready = item.state === "ready";
        const button = cardButton(item);
        button.dataset.act = "item";
        button.dataset.item = item.code;
        button.setAttribute("aria-pressed", String(this.item === item.code));
        button.setAttribute("aria-disabled", String(!ready));
        nameCard(button, `Item ${index + 1}: ${item.spoken}, worth ${item.worth}${ready ? "" : ", used this Scene"}`);
        const key = el("kbd", {}, String(index + 1));
        return el("span", { class: "item" }, button, el("span", { class: "laid", "aria-hidden": "true" }, key, ready ? "item" : "used"));
      }),
    );
    this.part("prompt").replaceChildren(...this.prompt(table, verbs));
  }

  /**
   * @param {Table} table
   * @param {Set<string>} verbs
   * @returns {(string | HTMLElement)[]}
   */
  prompt(table, verbs) {
    const { view } = table;
    if (tab.past) return [`Step ${table.ply} of ${table.plies}. `, ...sentence(table.history.filter((line) => line.ply === table.ply).at(-1)?.parts ?? [])];
    if (this.item === null) return ["Which item?"];
    const item = view.items.find((each) => each.code === this.item);
    if (item) return [mention(item), " takes the place of a card. Tap the one it replaces."];
    if (view.drawn && verbs.has("swap")) return ["You drew ", mention(view.drawn), ". Add it, or tap the card it replaces."];
    if (verbs.has("hit") && view.hits && !verbs.has("claim")) return ["Another Hit, or is it enough?"];
    return table.can ? [curly(`${view.hits_left ? "Your move" : "No Hits left"}: ${table.can}.`)] : [];
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {string} label
   * @param {boolean} can
   * @param {string} key
   */
  offer(button, label, can, key) {
    const text = /** @type {HTMLElement} */ (button.firstElementChild);
    if (text.textContent !== label) text.textContent = label;
    button.hidden = false;
    button.setAttribute("aria-disabled", String(!can));
    button.setAttribute("aria-keyshortcuts", key.toLowerCase());
    /** @type {HTMLElement} */ (button.lastElementChild).textContent = key;
  }

  /**
   * @param {Table} table
   * @param {Set<string>} verbs
   */
  paintActions(table, verbs) {
    const { view } = table;
    const stepping = Boolean(tab.past);
    const row = [this.claim, this.main, this.stand, this.items];
    const meant = row.map(meaning);
    const first = this.steps.hidden && meant.every((each) => !each);
    for (const button of row) button.hidden = true;
    this.steps.hidden = !stepping;
    if (stepping) {
      this.slider.max = String(table.plies);
      this.slider.value = String(table.ply);
      const line = table.history.filter((each) => each.ply === table.ply).at(-1);
      this.slider.setAttribute("aria-valuetext", `Step ${table.ply} of ${table.plies}: ${line?.text ?? ""}`);
    } else if (table.verdict) {
      this.offer(this.main, "Deal again", true, "N");
      this.offer(this.stand, "Same cards", true, "R");
    } else if (this.item !== undefined) {
      this.offer(this.main, "Never mind", true, "Esc");
    } else {
      const claim = table.moves.find((move) => move.verb === "claim");
      if (claim) this.offer(this.claim, claim.label, true, "C");
      if (view.drawn) this.offer(this.main, `Add ${view.drawn.text}`, true, "A");
      else this.offer(this.main, "Hit", verbs.has("hit"), "H");
      this.offer(this.stand, "Stand", verbs.has("stand"), "S");
      this.offer(this.items, "Item", verbs.has("use"), "I");
    }
    for (const [place, button] of row.entries()) {
      if (!first && meaning(button) !== meant[place]) this.changed.set(button, performance.now());
    }
  }

  /** @param {Table} table */
  paintTools(table) {
    this.tool("undo").setAttribute("aria-disabled", String(!table.can_undo));
    this.tool("replay").setAttribute("aria-disabled", String(table.plies === 0));
    this.tool("replay").setAttribute("aria-pressed", String(Boolean(tab.past)));
    this.tool("scene").hidden = !table.scene.spent;
    /** @type {HTMLTextAreaElement} */ (this.part("record-text")).value = table.record;
  }

  /**
   * @param {string} act
   * @returns {HTMLElement}
   */
  tool(act) {
    return /** @type {HTMLElement} */ (this.part("tools").querySelector(`[data-act="${act}"]`));
  }

  /** @param {Table["settings"]} settings */
  paintSettings(settings) {
    if (!(/** @type {HTMLDetailsElement} */ (this.part("settings")).open)) {
      this.field("stat").value = String(settings.stat);
      if (settings.name) this.field("name").value = settings.name;
      this.field("affinity").value = settings.affinity;
      this.field("dealer").value = settings.dealer;
      this.field("aces").checked = settings.aces === this.field("aces").value;
      this.hintDealer();
    }
    const names = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (this.field("name")));
    const title = [...names.options].find((option) => option.value === settings.name)?.text ?? "Stat";
    this.part("summary").textContent = `${title} ${settings.stat}, ${settings.affinity}, ${settings.dealer} Dealer`;
  }

  hintDealer() {
    const dealers = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (this.field("dealer")));
    this.part("dealer-hint").textContent = curly(`This Dealer ${dealers.selectedOptions[0]?.dataset.summary ?? ""}.`);
  }

  showPreferences() {
    const four = recall("four-colour") === "yes";
    document.documentElement.classList.toggle("four-colour", four);
    this.tool("four-colour").setAttribute("aria-pressed", String(four));
    const keys = recall("keys") !== "no";
    this.tool("keys").setAttribute("aria-pressed", String(keys));
    this.root.classList.toggle("no-keys", !keys);
  }

  /**
   * The end: remember it, and bring the reasons into view.
   * @param {Table} table
   */
  ended(table) {
    this.keep(table);
    const title = /** @type {HTMLElement | null} */ (this.part("verdict").firstElementChild);
    if (this.root.contains(document.activeElement) || document.activeElement === document.body) title?.focus({ preventScroll: true });
    title?.scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" });
  }

  /**
   * Keeps a Resolution in the list of this tab, so that it can be laid out again.
   * @param {Table} table
   */
  keep(table) {
    if (!tab.earlier.some((past) => past.record === table.record)) {
      const text = table.summary ?? `Left open: ${table.history.at(-1)?.text ?? ""}`;
      tab.earlier = [{ text, record: table.record, seed: table.seed }, ...tab.earlier].slice(0, EARLIER_LIMIT);
      keepEarlier();
    }
    this.showEarlier();
  }

  showEarlier() {
    this.part("earlier").hidden = tab.earlier.length === 0;
    this.part("earlier-list").replaceChildren(
      ...tab.earlier.map((past, index) => {
        const seed = past.seed === null ? null : el("span", { class: "earlier-seed" }, ` Seed ${past.seed}`);
        return el("li", {}, el("button", { type: "button", class: "quiet", "data-act": "earlier", "data-index": index }, curly(past.text), seed));
      }),
    );
  }

  /**
   * The address and the link hold the whole game.
   * @param {Table} table
   */
  share({ fragment }) {
    const here = location.href.split("#", 1)[0] ?? "";
    tab.wrote = fragment === null ? "" : `#${fragment}`;
    /** @type {HTMLInputElement} */ (this.part("link")).value = fragment === null ? "" : here + tab.wrote;
    this.part("link-hint").textContent =
      fragment === null
        ? "A Resolution of given cards has no seed, and so no link. Its record holds all of it."
        : "It holds the seed and every move, and needs no server.";
    if (location.hash !== tab.wrote) history.replaceState(history.state, "", here + tab.wrote);
  }

  // Doing

  listen() {
    this.root.addEventListener("click", (event) => {
      const target = /** @type {Element} */ (event.target);
      const card = /** @type {HTMLElement | null} */ (target.closest("[data-place]"));
      const step = /** @type {HTMLElement | null} */ (target.closest("[data-step]"));
      const button = /** @type {HTMLElement | null} */ (target.closest("[data-act]"));
      if (card) void this.press(Number(card.dataset.place));
      else if (step) this.stepStat(Number(step.dataset.step));
      else if (button) void this.do(button.dataset.act ?? "", button);
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.dealChosen();
    });
    this.form.addEventListener("change", () => this.hintDealer());
    this.part("read-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.openRecord(/** @type {HTMLTextAreaElement} */ (this.part("read-text")).value);
    });
    this.slider.addEventListener("input", () => void this.stepTo(Number(this.slider.value)));
  }

  /**
   * A press on a card of the Layout, also when it does nothing: then the engine says why.
   * @param {number} place from 1
   */
  async press(place) {
    if (!tab.now || tab.past) return;
    if (this.item === null) this.say("Choose the item first.");
    else await this.play(this.moveAt(place));
  }

  /**
   * @param {string} act
   * @param {HTMLElement} [button]
   * @returns {Promise<void>}
   */
  async do(act, button) {
    const table = tab.now;
    if (act === "boot") return this.restart();
    if (act === "four-colour" || act === "keys") {
      remember(act, button?.getAttribute("aria-pressed") === "true" ? "no" : "yes");
      return this.showPreferences();
    }
    if (!table) return;
    if (button && performance.now() - (this.changed.get(button) ?? -SAME_PRESS) < SAME_PRESS) return;
    const shown = tab.past ?? table;
    switch (act) {
      case "main":
        if (table.verdict) return this.deal("");
        if (this.item !== undefined) return this.pick(undefined);
        return this.play(table.view.drawn ? "add" : "hit");
      case "stand":
        return table.verdict ? this.deal(table.seed ?? "") : this.play("stand");
      case "claim":
        return this.play("claim");
      case "items":
        return this.startItem(table);
      case "item":
        return this.chooseItem(table, button?.dataset.item ?? "");
      case "undo":
        this.leave();
        if (await this.change("undo")) this.say("Taken back.");
        return;
      case "replay":
        if (table.plies === 0) return this.say("Nothing has been played yet.");
        return tab.past ? this.leave() : this.stepTo(0);
      case "step-back":
        return this.stepTo(shown.ply - 1);
      case "step-on":
        return this.stepTo(shown.ply + 1);
      case "leave":
        this.leave();
        return this.main.focus();
      case "branch":
        if (await this.change("branch", { ply: shown.ply })) this.main.focus();
        return;
      case "scene":
        if (await this.change("scene")) {
          this.say(`A new Scene: both items are ready again${tab.now?.scene.fresh ? ", from the next deal" : ""}.`);
        }
        return;
      case "same-seed":
        this.field("seed").value = table.seed ?? "";
        return;
      case "share":
        return this.copy("link", "The link is copied.", button);
      case "copy-record":
        return this.copy("record-text", "The record is copied.", button);
      case "earlier":
        return this.openRecord(tab.earlier[Number(button?.dataset.index)]?.record ?? "");
    }
  }

  /** @returns {Record<string, string>} what the form says */
  chosen() {
    const data = new FormData(this.form);
    /** @param {string} key @param {string} [usual] */
    const text = (key, usual = "") => String(data.get(key) ?? "").trim() || usual;
    return {
      stat: text("stat", "?"),
      name: text("name"),
      affinity: text("affinity"),
      dealer: text("dealer"),
      aces: text("aces", "best"),
      seed: text("seed"),
    };
  }

  async dealChosen() {
    const error = this.part("form-error");
    remark(error, null, this.rules);
    if (!tab.now) {
      this.insists = true;
      this.say("The cards are dealt as soon as the table is set.");
      return;
    }
    if (!(await this.another("deal", this.chosen(), (why) => remark(error, why, this.rules)))) return;
    this.field("seed").value = "";
    /** @type {HTMLDetailsElement} */ (this.part("settings")).open = false;
  }

  /**
   * Deals with the same settings: fresh cards, or those of a seed.
   * @param {string} seed
   */
  async deal(seed) {
    this.leave();
    await this.another("deal", { seed });
  }

  toTable() {
    this.part("felt").scrollIntoView({ block: "nearest" });
    this.main.focus({ preventScroll: true });
  }

  /** @param {Table} table */
  async startItem(table) {
    const ready = table.view.items.filter((item) => this.usable(table, item.code));
    const spent = table.view.items.find((item) => item.state !== "ready") ?? table.view.items[0];
    if (ready.length === 0) await this.play(`use ${spent?.code} 1`);
    else this.pick(ready.length === 1 ? ready[0]?.code : null);
  }

  /**
   * @param {Table} table
   * @param {string} code
   */
  async chooseItem(table, code) {
    if (this.usable(table, code)) this.pick(code);
    else await this.play(`use ${code} 1`);
  }

  /**
   * @param {Table} table
   * @param {string} code
   */
  usable(table, code) {
    return table.moves.some((move) => move.text.startsWith(`use ${code} `));
  }

  /** @param {string | null | undefined} item */
  pick(item) {
    this.item = item;
    if (!tab.now) return;
    this.paint(tab.now, false);
    const first = item === null ? this.part("item-choice") : item ? this.part("layout") : null;
    (first?.querySelector("button") ?? this.main).focus();
  }

  /** @param {number} ply */
  async stepTo(ply) {
    const last = tab.now?.plies ?? 0;
    const table = await this.ask("at", { ply: Math.min(Math.max(ply, 0), last) });
    if (!table) return;
    const begins = !tab.past;
    this.item = undefined;
    tab.past = table;
    if (!this.alive) return;
    this.paint(table, false);
    if (begins) this.slider.focus({ preventScroll: true });
  }

  /** @param {string} text */
  async openRecord(text) {
    const error = this.part("read-error");
    remark(error, null, this.rules);
    await this.another("read", { text, dealer: tab.now?.settings.dealer ?? "" }, (why) => remark(error, why, this.rules));
  }

  /** @param {string} fragment */
  async openLink(fragment) {
    await this.another("open", { fragment, settings: {} });
  }

  /** @param {number} by */
  stepStat(by) {
    const field = this.field("stat");
    const [low, high] = [Number(field.min), Number(field.max)];
    field.value = String(Math.min(high, Math.max(low, (Number(field.value) || low) + by)));
  }

  /**
   * @param {string} part
   * @param {string} done
   * @param {HTMLElement} [button]
   */
  async copy(part, done, button) {
    const field = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (this.part(part));
    if (!field.value) return this.say(this.part("link-hint").textContent ?? "");
    try {
      await navigator.clipboard.writeText(field.value);
      this.say(done);
      if (button) flash(button, "Copied");
    } catch {
      /** @type {HTMLDetailsElement} */ (this.part("record")).open = true;
      field.focus();
      field.select();
      this.say("Your browser does not let the page copy. It is marked for you to copy.");
    }
  }

  /** @param {string} text */
  say(text) {
    remark(this.part("notice"), { message: text }, this.rules);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const table = tab.now;
    const at = /** @type {HTMLElement} */ (event.target);
    if (!table || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (at.closest("input, select, textarea, [contenteditable], dialog, :popover-open")) return;
    const { key } = event;
    if (key === "Escape" && this.item !== undefined) this.pick(undefined);
    else if (key === "Escape" && tab.past) this.leave();
    else if (key === "ArrowLeft" || key === "ArrowRight") {
      if (!this.along(key === "ArrowRight" ? 1 : -1, at)) return;
    } else if (recall("keys") === "no" || event.repeat || key.length !== 1) return;
    else if (key >= "1" && key <= "9") {
      if (this.item === null) void this.chooseItem(table, table.view.items[Number(key) - 1]?.code ?? "");
      else void this.press(Number(key));
    } else {
      const act = KEYS[key.toLowerCase()];
      if (!act) return;
      void act(this, table);
    }
    event.preventDefault();
  }

  /**
   * Moves the focus along the Layout, or along the items.
   * @param {number} by
   * @param {HTMLElement} at
   */
  along(by, at) {
    const row = at.closest("[data-part=item-choice]") ?? this.part("layout");
    const cards = [...row.querySelectorAll("button")];
    if (cards.length === 0 || !(at === document.body || this.part("felt").contains(at))) return false;
    const from = cards.indexOf(/** @type {HTMLButtonElement} */ (at));
    const to = from < 0 ? (by > 0 ? 0 : cards.length - 1) : (from + by + cards.length) % cards.length;
    cards[to]?.focus();
    return true;
  }
}

/**
 * A button of the action row; what it says is filled in by `offer`.
 * @param {string} act
 * @param {string} [kind]
 */
function action(act, kind = "") {
  const label = el("span", { class: "act-label" });
  return el("button", { type: "button", class: `act ${kind}`, "data-act": act, hidden: true }, label, el("kbd", { "aria-hidden": "true" }));
}

/** @param {HTMLButtonElement} button */
const meaning = (button) => (button.hidden ? "" : (button.textContent ?? ""));

/** @type {Record<string, (view: TableView, table: Table) => Promise<void>>} */
const KEYS = {
  h: (table) => table.play("hit"),
  a: (table) => table.play("add"),
  s: (table) => table.play("stand"),
  c: (table) => table.play("claim"),
  i: (table) => table.do("items"),
  u: (table) => table.do("undo"),
  n: (table) => table.deal(""),
  r: (table, now) => table.deal(now.seed ?? ""),
};

/**
 * What makes a hand a hand: cards of another one slide in anew.
 * @param {Table} table
 */
const handOf = (table) => `${table.seed} ${table.settings.affinity} ${table.history[0]?.text}`;

/** @returns {string} the part of the address that holds a game, if any */
const sharedLink = () => (location.hash.includes("=") ? location.hash : "");

/**
 * Lets a button say something else for a moment.
 * @param {HTMLElement} button
 * @param {string} text
 */
function flash(button, text) {
  const usual = button.dataset.usual ?? button.textContent ?? "";
  button.dataset.usual = usual;
  button.textContent = text;
  setTimeout(() => (button.textContent = usual), 2000);
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {string} name */
function recall(name) {
  try {
    return localStorage.getItem(`aces.${name}`);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
function remember(name, value) {
  try {
    localStorage.setItem(`aces.${name}`, value);
  } catch {
    // Without storage a choice lasts as long as the page.
  }
}

/** @param {any} past @returns {boolean} whether it is such a game as this page keeps */
function isPast(past) {
  return typeof past?.record === "string" && typeof past.text === "string" && (past.seed === null || typeof past.seed === "string");
}

/** @returns {Past[]} */
function earlierOfTab() {
  try {
    const kept = JSON.parse(sessionStorage.getItem("aces.earlier") ?? "[]");
    return Array.isArray(kept) ? kept.filter(isPast).slice(0, EARLIER_LIMIT) : [];
  } catch {
    return [];
  }
}

function keepEarlier() {
  try {
    sessionStorage.setItem("aces.earlier", JSON.stringify(tab.earlier));
  } catch {
    // Without storage the list lasts as long as the page.
  }
}

/** @type {TableView | null} */
let view = null;

function mount() {
  const root = document.getElementById("aces-play");
  if (!root || view?.root === root) return;
  view = new TableView(root);
  void view.begin();
}

document.addEventListener("keydown", (event) => {
  if (view?.alive) view.key(event);
});

addEventListener("hashchange", () => {
  if (view?.alive && tab.now && sharedLink() && location.hash !== tab.wrote) void view.openLink(location.hash);
});

/** Where pages change without being loaded anew, the theme says when; the game goes on. */
function watch() {
  const turned = /** @type {{ subscribe: (then: () => void) => void } | undefined} */ (Reflect.get(window, "document$"));
  if (turned) turned.subscribe(mount);
  else mount();
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", watch);
else watch();
