// The character maker: steps, the roster, the card beside them. It asks the engine, shows the answer, and holds no rule.
// @ts-check

import { Engine } from "./engine.js";
import { copy, faults, read, save } from "./files.js";
import { keep } from "./keep.js";
import { lettered, sheets, Stage } from "./maker_card.js";
import { portrait } from "./maker_picture.js";
import { Store } from "./maker_store.js";
import { cardFace, curly, el, holdFocus, remark, ruleLink, sentence } from "./view.js";

/** @typedef {import("./files.js").Objection} Objection */
/** @typedef {import("./maker_store.js").Draft} Draft */
/** @typedef {import("./maker_store.js").Drawn} Drawn */
/** @typedef {{ field: string, title: string }} Named */
/**
 * @typedef {{ left: number, refusals: Objection[], open: Named[], pencil: Named[], faults: (Named & { message: string })[],
 *   ready: boolean, file: string, items: import("./view.js").Card[], been: string,
 *   cards: import("./maker_card.js").Tree[][], more: number, warnings: string[] }} Looked what the engine says of a draft
 */

const TABS = /** @type {const} */ (["concept", "stats", "affinity", "person", "card"]);
/** @typedef {typeof TABS[number]} Tab */

/** What belongs to each step, for the mark that says it is done. */
const FIELDS = { concept: ["adjective", "role"], affinity: ["affinity"], person: ["name"] };
/** What the engine needs besides itself: the layout of the cards. */
const MORE = ["cards"];
/** The sheets for the printer are made anew when nothing has changed for so many ms. */
const REST = 350;
/** A link that holds a character begins with the version of its form. */
const LINK = /^\d+\./;
/** No place on the page has a longer name. */
const LONGEST_NAME = 40;
/** A call may take so many ms, and one that lays out many sheets so many. */
const PATIENCE = 20_000;
const PATIENCE_SHEETS = 60_000;
/** A call that takes longer says so; one that lays out sheets, after the patience of the others. */
const SLOW = 5000;

class Page {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {{ fresh: Draft, picture: import("./maker_picture.js").Bounds }} */
    this.facts = JSON.parse(this.part("facts").textContent ?? "");
    /** @type {Map<string, import("./view.js").Rule>} */
    this.rules = new Map();
    for (const link of /** @type {HTMLTemplateElement} */ (this.part("rules")).content.querySelectorAll("a")) {
      const href = new URL(link.getAttribute("href") ?? "", document.baseURI).href;
      this.rules.set(link.dataset.rule ?? "", { href, title: link.textContent ?? "" });
    }
    this.store = new Store(this.facts.fresh);
    this.stage = new Stage(this.part("cards"));
    /** the card over any step, where there is no room for it beside them */
    this.view = /** @type {HTMLDialogElement} */ (this.part("view"));
    this.viewed = new Stage(this.part("view-cards"));
    this.viewed.larger = true;
    /** whose card is shown in small, and its two sides as they are shown */
    this.small = { whose: "", shown: /** @type {string[]} */ ([]) };
    /** @type {Engine | null} */
    this.engine = null;
    this.ready = false;
    /** what was asked, in line, and how much of it waits */
    this.line = Promise.resolve();
    this.waiting = 0;
    /** @type {Looked | null} */
    this.looked = null;
    this.stale = false;
    this.looking = false;
    /** @type {(() => void) | null} what Undo does */
    this.undo = null;
    /** what the command was asked for last */
    this.commanded = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    /** the sheets that lie ready for the printer belong to this text; empty while something else is on its way */
    this.printed = "";
    /** how often something has changed that the printer would show */
    this.turn = 0;
    /** @type {Tab} */
    this.tab = "concept";
  }

  /** @param {string} name @returns {HTMLElement} */
  part(name) {
    const found = /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-part="${name}"]`));
    if (!found) throw new Error(`the page has no part ${name}`);
    return found;
  }

  /** @template {HTMLElement} E @param {string} selector @returns {E[]} */
  every(selector) {
    return /** @type {E[]} */ ([...this.root.querySelectorAll(selector)]);
  }

  get draft() {
    return this.store.person.draft;
  }

  // Beginning

  begin() {
    document.documentElement.classList.toggle("four-colour", local("aces.four-colour") === "yes");
    const typed = this.typed();
    let trouble = this.store.read();
    this.store.onLoss = () => this.say(this.loss());
    this.listen();
    const seen = this.store.card();
    try {
      if (seen) this.stage.show(seen, (id) => this.store.picture(id));
    } catch {
      // The card as it was shown last is damaged: the engine lays it out anew.
    }
    try {
      this.first(typed);
    } catch (error) {
      if (!this.store.wrote) throw error;
      trouble = this.store.spoil();
      this.first(typed);
    }
    const asked = location.hash.slice(1);
    this.select(isTab(asked) ? asked : "concept", false);
    const where = this.store.stays ? "There is no room beside it, so it stays where it is, and nothing new is kept" : "It is set aside";
    if (trouble) this.say(`What this device kept cannot be read: ${trouble}. ${where}. You can save it from the roster.`);
    else if (!this.store.open) this.say(this.loss());
    holdFocus(this.root);
    this.store.watch(() => {
      if (this.undo) this.note([], null); // it would take back what another page has done since, too
      this.paint();
    });
    const why = Engine.unsupported();
    if (why) return this.bootSays(why.replace("The rules and the example below need nothing", "Blank cards and a pencil need nothing"));
    if (Engine.thrifty) {
      return void Engine.size(MORE)
        .catch(() => "a few MB")
        .then((size) => this.bootSays(`The rules and the card need ${size}, once. You asked to save data, so they wait for you.`, "Fetch the rules"));
    }
    return void this.boot();
  }

  /** @returns {Map<string, string>} what was written before this script was there */
  typed() {
    const fields = /** @type {HTMLInputElement[]} */ (this.every("[data-field]"));
    const written = fields.filter((field) => (field.type === "radio" ? field.checked && !field.defaultChecked : field.value !== field.defaultValue));
    return new Map(written.map((field) => [field.dataset.field ?? "", field.value]));
  }

  /**
   * Shows who is being made for the first time. What was written meanwhile goes where nothing is yet.
   * @param {Map<string, string>} typed
   */
  first(typed) {
    const { store } = this;
    if (!store.people.length) store.add([structuredClone(this.facts.fresh)]);
    const news = [...typed].filter(([key]) => !store.person.draft[key]);
    for (const [key, value] of news) store.person.draft[key] = value;
    if (news.length) store.write();
    this.paint();
  }

  /** What is not kept, and why. */
  loss() {
    return this.store.open
      ? "This device has no room left for what you made last. Save the file before you leave."
      : "This browser keeps nothing for this page. Save the file before you leave.";
  }

  async boot() {
    this.bootSays("Fetching the rules");
    this.root.dataset.state = "loading";
    try {
      this.engine ??= new Engine({ more: MORE });
      await this.engine.start(({ text, done }) => {
        this.part("boot-line").textContent = text;
        const bar = /** @type {HTMLProgressElement} */ (this.part("boot-bar"));
        bar.hidden = false;
        bar.value = done;
      });
    } catch (error) {
      return this.fail(error, "Try again");
    }
    this.ready = true;
    this.bootDone();
    this.look();
    this.unlink();
    await this.line;
    this.root.dataset.state = "ready";
    performance.mark("aces-maker-ready");
    keep((line) => (this.part("offline").textContent = line));
  }

  /** @param {unknown} error @param {string} go */
  fail(error, go) {
    this.engine?.stop();
    this.engine = null;
    this.ready = false;
    this.root.dataset.state = "loading";
    this.bootSays(`${error instanceof Error ? error.message : String(error)} What you write is kept meanwhile.`, go);
  }

  /** @param {string} text @param {string} [go] */
  bootSays(text, go) {
    this.part("boot").hidden = false;
    this.part("lead").hidden = true;
    this.part("boot-line").textContent = text;
    this.part("boot-bar").hidden = true;
    const button = this.part("boot-go");
    button.hidden = !go;
    button.textContent = go ?? "";
  }

  bootDone() {
    this.part("boot").hidden = true;
    this.part("lead").hidden = false;
  }

  // Asking

  /**
   * Asks the engine, after what was asked before. A refusal is told and gives null.
   * @param {string} method
   * @param {() => object} params what to ask, said once it is its turn
   * @param {(why: Objection) => void} refused
   * @param {(told: any) => void} taken what comes of the answer, before anything else is asked
   */
  ask(method, params, refused, taken) {
    const answer = this.line.then(() => this.askNow(method, params(), refused, taken));
    this.line = answer.catch(() => {});
    return this.during(answer);
  }

  /** The page is busy until something has come to its end. @template T @param {Promise<T>} work */
  during(work) {
    this.waiting++;
    this.root.dataset.busy = "";
    return work.finally(() => {
      if (!--this.waiting) delete this.root.dataset.busy;
    });
  }

  /**
   * @param {string} method
   * @param {object} params
   * @param {(why: Objection) => void} refused
   * @param {(told: any) => void} taken
   */
  async askNow(method, params, refused, taken) {
    const { engine } = this;
    if (!engine) return;
    const [soon, late] = method === "pages" ? [PATIENCE, PATIENCE_SHEETS] : [SLOW, PATIENCE];
    const slow = setTimeout(() => this.ready && this.bootSays("The rules have not answered for a while. They can be started again.", "Start again"), soon);
    try {
      const told = await engine.call(`maker.${method}`, params, { timeout: late });
      if (this.ready) this.bootDone();
      if (told.error) refused(told.error);
      else taken(told);
    } catch (error) {
      if (engine === this.engine && this.ready) this.fail(error, "Start again");
    } finally {
      clearTimeout(slow);
    }
  }

  /** The draft has changed: it is kept, and looked at as soon as the engine can. */
  touch() {
    this.store.write();
    this.paintRoster();
    this.look();
  }

  look() {
    this.stale = true;
    this.turn++;
    this.printed = "";
    delete this.root.dataset.sheets;
    if (this.looking || !this.ready) return;
    this.looking = true;
    const { person } = this.store;
    this.stale = false;
    const params = () => ({ draft: person.draft, job: looks(this.job()), portrait: person.picture ? person.id : "" });
    const done = this.ask("look", params, (why) => this.objects(why), (told) => {
      if (person === this.store.person) this.paintLooked(told);
    });
    void done.finally(() => {
      this.looking = false;
      if (this.stale) this.look();
      else this.rest();
    });
  }

  rest() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => void this.lay(), REST);
  }

  // Somebody else is shown

  paint() {
    const { draft, drawn } = this.store.person;
    for (const field of /** @type {HTMLInputElement[]} */ (this.every("[data-field]"))) {
      const value = String(draft[field.dataset.field ?? ""] ?? "");
      if (field.type === "radio") field.checked = field.value === value;
      else if (field.value !== value) field.value = value;
      if (field instanceof HTMLTextAreaElement) grow(field);
    }
    this.paintStats(draft.stats ?? {});
    for (const half of ["role", "adjective"]) this.paintDrawn(half, drawn?.[half]);
    this.paintPicture();
    this.paintJob();
    this.paintRoster();
    for (const name of ["stats-error", "portrait-error", "save-error", "share-error", "print-error"]) this.part(name).replaceChildren();
    field(this.part("link")).value = "";
    this.looked = null;
    this.look();
  }

  /** @param {Looked} told */
  paintLooked(told) {
    this.looked = told;
    const picture = (/** @type {string} */ id) => this.store.picture(id);
    this.stage.show(told.cards, picture);
    if (this.view.open) this.viewed.show(told.cards, picture);
    this.paintThumbs(told);
    this.paintState(told);
    const wrong = new Map(told.faults.map(({ field, message }) => [field, message]));
    for (const place of this.every("[data-error]")) {
      const key = place.dataset.error ?? "";
      const why = wrong.get(key) ?? "";
      if (place.textContent !== why) place.textContent = why;
      for (const one of this.every(`[data-field="${key}"]`)) {
        if (why) one.setAttribute("aria-invalid", "true");
        else one.removeAttribute("aria-invalid");
      }
    }
    this.part("left").textContent = String(told.left);
    this.part("left-says").textContent = told.left < 0 ? "too many spent" : "left to spend";
    this.part("been").hidden = !told.been;
    this.part("been-says").textContent = told.been;
    this.every("[data-item]").forEach((place, index) => {
      const card = told.items[index];
      place.replaceChildren(card ? cardFace(card) : el("span", { class: "pc pc-slot", "aria-hidden": "true" }));
    });
    for (const mark of this.every("[data-done]")) mark.hidden = !this.isDone(/** @type {Tab} */ (mark.dataset.done), told);
    this.paintCommand(told);
  }

  /** The card in small: a side that has changed lights up. @param {Looked} told */
  paintThumbs(told) {
    const { id } = this.store.person;
    const { whose, shown } = this.small;
    const place = this.part("thumbs");
    const sides = (told.cards[0] ?? []).map((side) => JSON.stringify(side));
    const faces = this.every("[data-part=cards] .mk-face").slice(0, sides.length);
    place.replaceChildren(
      ...faces.map((face, side) => {
        const before = place.children[side];
        if (whose === id && shown[side] === sides[side] && before) return before;
        const made = thumb(face);
        if (whose === id) made.classList.add("mk-changed");
        return made;
      }),
    );
    this.small = { whose: id, shown: sides };
  }

  /** @param {Tab} tab @param {Looked} told */
  isDone(tab, told) {
    if (tab === "card") return told.ready;
    if (tab === "stats") return !told.refusals.length;
    const fields = FIELDS[tab];
    return ![...told.open, ...told.faults].some(({ field }) => fields.includes(field));
  }

  /** What is left to do, wherever the card is shown. @param {Looked} told */
  paintState(told) {
    const points = told.left > 0 ? [{ field: "stats", title: `${told.left} Lucky ${told.left === 1 ? "Point" : "Points"}` }] : [];
    const open = [...told.open, ...points];
    /** @param {Named} to */
    const jump = ({ field: key, title }) => el("button", { type: "button", class: "mk-jump", "data-act": "jump", "data-to": key }, title);
    const lines = () => [
      open.length ? el("p", {}, "Still to come ", ...open.map(jump)) : null,
      ...told.refusals.filter(() => told.left <= 0).map((why) => el("p", { class: "mk-wrong" }, curly(why.message), " ", ruleLink(why.rule, this.rules))),
      ...told.faults.map((fault) => el("p", { class: "mk-wrong" }, jump(fault), ` ${curly(fault.message)}.`)),
      told.ready ? el("p", { class: "mk-ready" }, "Ready to play.") : null,
      told.ready && told.pencil.length ? el("p", { class: "mk-pencil" }, "Left for the pencil ", ...told.pencil.map(jump)) : null,
      told.more ? el("p", {}, `${told.more === 1 ? "One more continuation card comes" : `${told.more} more continuation cards come`} after these.`) : null,
      ...told.warnings.map((line) => el("p", { class: "mk-warns" }, curly(line))),
    ].filter((line) => line !== null);
    for (const place of this.every(".mk-state")) {
      const made = lines();
      const now = made.map((line) => line.textContent).join("\n");
      if (place.dataset.says === now) continue;
      place.dataset.says = now;
      place.replaceChildren(...made);
    }
    const short = told.ready ? "Ready to play" : open.length ? `${open.length} to come` : "Something is not right yet";
    this.part("foot-says").textContent = this.part("view-title").textContent = short;
    this.part("stage-says").textContent = told.cards.length > 1 ? "The text goes on, on a continuation card." : "As it will be printed.";
  }

  /** @param {Record<string, number>} stats */
  paintStats(stats) {
    for (const [key, value] of Object.entries({ ...this.facts.fresh.stats, ...stats })) {
      const shown = this.root.querySelector(`[data-value="${key}"]`);
      if (shown) shown.textContent = String(value);
      const pips = /** @type {HTMLElement} */ (this.root.querySelector(`[data-pips="${key}"]`));
      while (pips.children.length < value && pips.children.length < 9) pips.append(el("i"));
      [...pips.children].forEach((pip, index) => pip.classList.toggle("mk-on", index < value));
    }
  }

  /** @param {string} half @param {Drawn | undefined} drawn @param {boolean} [fresh] whether it was drawn just now */
  paintDrawn(half, drawn, fresh = false) {
    const face = drawn ? cardFace(drawn.card) : el("span", { class: "pc pc-back", role: "img", "aria-label": "The deck, face down" });
    if (fresh) face.classList.add("pc-turn");
    this.part(`${half}-card`).replaceChildren(face);
    const button = /** @type {HTMLElement} */ (this.root.querySelector(`[data-act=draw][data-half="${half}"]`));
    button.textContent = `Draw ${drawn ? "another" : half === "role" ? "a" : "an"} ${half === "role" ? "Role" : "Adjective"}`;
    this.part(`${half}-why`).replaceChildren(...(drawn ? sentence(drawn.why) : []));
    const words = drawn && drawn.words.length > 1 ? drawn.words : [];
    this.part(`${half}-words`).replaceChildren(
      ...words.map(({ text, says }) =>
        el("button", { type: "button", class: "mk-word", "data-act": "take", "data-half": half, "data-word": text, "aria-pressed": String(this.draft[half] === text) }, el("b", {}, text), el("small", {}, says)),
      ),
    );
  }

  paintRoster() {
    const { store } = this;
    const { person, people } = store;
    const name = person.draft.name || "Somebody new";
    this.part("who").textContent = name;
    this.part("count").textContent = `roster of ${people.length}`;
    const list = this.part("people");
    const key = JSON.stringify([people.map(({ id, draft }) => [id, draft.name, draft.adjective, draft.role]), person.id]);
    if (list.dataset.key !== key) {
      list.dataset.key = key;
      list.replaceChildren(
        ...people.map(({ id, draft }) =>
          el(
            "li",
            {},
            el("button", { type: "button", class: "mk-person", "data-act": "open", "data-id": id, "aria-current": id === person.id ? "true" : null }, el("b", {}, draft.name || "Somebody new"), el("small", {}, [draft.adjective, draft.role].filter(Boolean).join(" "))),
            el("button", { type: "button", class: "mk-quiet", "data-act": "delete", "data-id": id, "aria-label": `Delete ${draft.name || "somebody new"}` }, "Delete"),
          ),
        ),
      );
    }
    const gone = store.kept.gone[0];
    this.part("bring").hidden = !gone;
    this.part("bring").textContent = gone ? `Bring back ${gone.draft.name || "somebody new"}` : "";
    this.part("whom-one").textContent = name;
    this.part("whom-all").textContent = people.length > 1 ? `Everyone in your roster, ${people.length}` : "Everyone in your roster";
    const kept = this.part("kept");
    const aside = store.aside();
    kept.replaceChildren(
      !store.open || store.full ? this.loss() : "Everyone is kept on this device, in this browser. Nothing is sent anywhere.",
      ...(aside.length ? [" ", el("button", { type: "button", class: "mk-link", "data-act": "aside" }, "Save what could not be read")] : []),
    );
  }

  paintPicture() {
    const { id, picture } = this.store.person;
    const address = picture ? this.store.picture(id) : "";
    this.part("picture").hidden = this.part("unpicture").hidden = !address;
    this.part("picture").replaceChildren(...(address ? [el("img", { src: address, alt: "The portrait" })] : []));
  }

  // How it looks, and how it is printed

  /** @returns {import("./maker_store.js").Job} what is chosen on the step of the card */
  job() {
    /** @type {import("./maker_store.js").Job} */
    const job = {};
    for (const input of /** @type {HTMLInputElement[]} */ (this.every("[data-job]"))) {
      const key = input.dataset.job ?? "";
      if (input.type === "checkbox") job[key] = input.checked;
      else if (input.type === "number") job[key] = Number(input.value) || 0;
      else if (input.type !== "radio" || input.checked) job[key] = input.value;
    }
    return job;
  }

  paintJob() {
    const { job } = this.store.kept;
    for (const input of /** @type {HTMLInputElement[]} */ (this.every("[data-job]"))) {
      const value = job[input.dataset.job ?? ""];
      if (value === undefined) continue;
      if (input.type === "checkbox") input.checked = value === true;
      else if (input.type === "radio") input.checked = input.value === value;
      else if (!(input instanceof HTMLSelectElement) || [...input.options].some((option) => option.value === value)) input.value = String(value);
    }
    const sides = this.job().sides;
    const flip = /** @type {HTMLElement} */ (this.root.querySelector("#mk-flip")?.parentElement);
    flip.hidden = sides !== "both";
    this.part("print-error").closest(".mk-group")?.querySelector("details")?.toggleAttribute("hidden", sides !== "both");
  }

  /** @param {Looked} told */
  paintCommand(told) {
    const asked = { job: printing(this.job()), name: told.file, portrait: this.store.person.picture ?? "" };
    const key = JSON.stringify(asked);
    if (key === this.commanded) return;
    this.commanded = key;
    void this.ask("command", () => asked, () => {}, ({ command }) => (field(this.part("command")).value = command));
  }

  /** Lays out the sheets for the printer, so that the browser's own way to print finds them too. */
  async lay() {
    if (!this.ready || !this.looked) return;
    this.store.keepCard(this.looked.cards);
    const job = this.job();
    const people = job.whom === "all" ? this.store.people : [this.store.person];
    const asked = { people: people.map(({ id, draft, picture }) => ({ draft, portrait: picture ? id : "" })), job: printing(job), fill: job.fill === true };
    const key = JSON.stringify(asked);
    if (this.printed === key) return;
    const { turn } = this;
    const wrong = (/** @type {Objection} */ why) => {
      this.unlay();
      remark(this.part("print-error"), why, this.rules);
      this.part("print-says").textContent = "";
    };
    await this.ask("pages", () => asked, wrong, (/** @type {import("./maker_card.js").Print} */ told) => {
      if (turn !== this.turn) return; // they come anew
      this.unlay();
      this.part("print-error").replaceChildren();
      document.body.append(sheets(told, (id) => this.store.picture(id)));
      document.body.classList.add("mk-prints");
      const pages = told.pages.length;
      this.part("print-says").textContent = `${many(told.cards, "card")} on ${many(pages, "page")}.`;
      this.printed = key;
    });
    const made = document.querySelector(".mk-sheets");
    if (made) await lettered(made);
    if (this.printed === key) this.root.dataset.sheets = String(document.querySelectorAll(".card-sheet").length);
  }

  unlay() {
    document.querySelector(".mk-sheets")?.remove();
    document.body.classList.remove("mk-prints");
    this.printed = "";
  }

  async print() {
    if (!this.ready) return this.waits();
    clearTimeout(this.resting);
    // Whoever goes on typing meanwhile prints what they have typed.
    for (let tries = 0; tries < 3 && !this.printed; tries++) await this.lay();
    if (document.querySelector(".mk-sheets")) window.print();
  }

  // What somebody does

  listen() {
    const { root } = this;
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("input", (event) => this.input(/** @type {HTMLInputElement} */ (event.target)));
    root.addEventListener("change", (event) => this.chosen(/** @type {HTMLInputElement} */ (event.target)));
    // A press beside the view closes it: whatever is in it lies in its one child.
    this.view.addEventListener("click", ({ target }) => target === this.view && this.view.close());
    this.view.addEventListener("close", () => this.viewed.show([], () => ""));
    this.part("over-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.over();
    });
    addEventListener("hashchange", () => {
      const asked = location.hash.slice(1);
      if (isTab(asked)) {
        this.select(asked, false);
        this.arrive();
      } else this.unlink();
    });
  }

  /** @param {HTMLInputElement} at */
  input(at) {
    const key = at.dataset.field;
    if (!key) return;
    this.draft[key] = at.value;
    if (at instanceof HTMLTextAreaElement) grow(at);
    if (key === "adjective" || key === "role") this.paintDrawn(key, this.store.person.drawn?.[key]);
    this.touch();
  }

  /** @param {HTMLInputElement} at */
  chosen(at) {
    if (at.dataset.job) {
      this.store.kept.job = this.job();
      this.store.write();
      this.paintJob();
      this.look();
    } else if (at === this.part("open-file")) void this.during(this.openFile(at));
    else if (at === this.part("portrait-file")) void this.during(this.picture(at));
  }

  /** @param {Event} event */
  click(event) {
    const at = /** @type {Element} */ (event.target);
    const tab = /** @type {HTMLElement | null} */ (at.closest("[data-tab]"))?.dataset.tab;
    if (isTab(tab)) return this.go(tab);
    const button = /** @type {HTMLElement | null} */ (at.closest("[data-act]"));
    const { act, half = "", id = "", word = "", stat = "", name = "", to = "" } = button?.dataset ?? {};
    const { store, facts } = this;
    switch (act) {
      case "boot":
        this.engine?.stop();
        this.engine = null;
        return void this.boot();
      case "hush":
        return this.note([], null);
      case "undo":
        return this.takeBack();
      case "next":
        return this.go(TABS[Math.min(TABS.indexOf(this.tab) + 1, TABS.length - 1)] ?? "card");
      case "see":
        return this.see();
      case "unsee":
        return this.view.close();
      case "jump":
        this.view.close();
        return this.jump(to);
      case "draw":
        return void this.draw(half);
      case "take":
        return this.write(half, word);
      case "step":
        return this.step(stat, Number(button?.dataset.by));
      case "larger":
        this.stage.larger = !this.stage.larger;
        this.part("larger").setAttribute("aria-pressed", String(this.stage.larger));
        this.root.classList.toggle("mk-large", this.stage.larger);
        return this.stage.fit();
      case "print":
        return void this.during(this.print());
      case "save":
        return this.saveFile([store.person.draft], this.part("save-error"));
      case "save-all":
        return this.saveFile(store.people.map((one) => one.draft), this.part("open-error"));
      case "share":
        return this.share();
      case "copy-command":
        return void copy(field(this.part("command"))).then((done) => this.say(done ? "The command is copied." : MARKED));
      case "new":
        return this.meet([structuredClone(facts.fresh)], "Somebody new. The steps can be taken in any order.");
      case "example":
        return void this.ask("example", () => ({ name }), (why) => this.objects(why), ({ drafts }) => this.meet(drafts, `${name} joins your roster, for you to change.`));
      case "open":
        store.kept.at = id;
        store.write();
        this.fold();
        this.paint();
        return this.say(`${this.draft.name || "Somebody new"} is on the table.`);
      case "delete":
        // The second tap of two would meet whoever has moved up to that place.
        return /** @type {MouseEvent} */ (event).detail > 1 ? undefined : this.remove(id);
      case "bring":
        return this.bring();
      case "unpicture":
        store.forget(store.person.id);
        delete store.person.picture;
        this.paintPicture();
        return this.touch();
      case "fresh":
        return this.change("They begin whole again.", () => {
          for (const key of ["hp", "plot_armor", "marks", "grown"]) delete this.draft[key];
        });
      case "aside":
        return store.aside().forEach((text) => save("aces-maker-set-aside.txt", text));
      case "way":
        return this.cross(JSON.parse(button?.dataset.stats ?? "{}"));
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const at = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !at.closest("[role=tab]")) return;
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const place = event.key === "Home" ? 0 : event.key === "End" ? TABS.length - 1 : move ? (TABS.indexOf(this.tab) + move + TABS.length) % TABS.length : -1;
    const tab = TABS[place];
    if (!tab) return;
    this.select(tab, true);
    this.arrive();
    event.preventDefault();
  }

  // Steps

  /** @param {Tab} tab */
  go(tab) {
    this.note([], null);
    this.select(tab, false);
    history.replaceState(history.state, "", `#${tab}`);
    this.part(tab).querySelector("h2")?.setAttribute("tabindex", "-1");
    this.part(tab).querySelector("h2")?.focus({ preventScroll: true });
    this.arrive();
  }

  /** A step is seen from its beginning, just below the row of steps. On a phone the last one begins with the card. */
  arrive() {
    const panel = this.part(this.tab);
    const card = this.part("cards").getBoundingClientRect();
    const begins = this.tab === "card" && card.top < panel.getBoundingClientRect().top;
    const to = begins ? this.part("stage") : panel.querySelector("h2");
    if (!to) return;
    const { top } = to.getBoundingClientRect();
    const least = parseFloat(getComputedStyle(to).scrollMarginTop) - 1;
    const seen = top >= least && (begins ? card.bottom <= innerHeight : top <= innerHeight / 2);
    if (!seen) to.scrollIntoView({ block: "start", behavior: "instant" });
  }

  /** The card over the step that one is at. */
  see() {
    if (!this.stage.shown) return this.waits();
    this.view.showModal();
    this.viewed.show(JSON.parse(this.stage.shown), (id) => this.store.picture(id));
    this.view.scrollTop = 0;
  }

  /** @param {Tab} tab @param {boolean} focus */
  select(tab, focus) {
    this.tab = tab;
    this.root.dataset.step = tab;
    for (const name of TABS) {
      const button = /** @type {HTMLElement} */ (this.root.querySelector(`[data-tab="${name}"]`));
      button.setAttribute("aria-selected", String(name === tab));
      button.tabIndex = name === tab ? 0 : -1;
      this.part(name).hidden = name !== tab;
      if (name === tab && focus) button.focus({ preventScroll: true });
    }
    const after = TABS[TABS.indexOf(tab) + 1];
    this.part("next").hidden = !after;
    this.part("next").textContent = after ? `Next: ${this.root.querySelector(`[data-tab="${after}"]`)?.firstChild?.textContent ?? ""}` : "";
    for (const area of /** @type {HTMLTextAreaElement[]} */ (this.every("textarea[data-field]"))) grow(area);
    this.stage.fit();
  }

  /** To a field, whichever step it stands on. @param {string} key */
  jump(key) {
    const to = /** @type {HTMLElement | null} */ (key === "stats" ? this.root.querySelector(".mk-step[data-by='1']") : this.root.querySelector(`[data-field="${key}"]`));
    const panel = /** @type {HTMLElement | null} */ (to?.closest("[role=tabpanel]"));
    if (!to || !isTab(panel?.dataset.part)) return;
    this.go(/** @type {Tab} */ (panel.dataset.part));
    to.focus();
  }

  waits() {
    this.say("The rules are still on their way. What you write is kept.");
  }

  /** One of the Stats goes up or down, if the engine lets it. @param {string} stat @param {number} by */
  step(stat, by) {
    if (!this.ready) this.waits();
    const error = this.part("stats-error");
    this.root.querySelector(`.mk-stat[data-stat="${stat}"]`)?.append(error);
    const params = () => ({ draft: this.draft, stat, by });
    void this.ask("stat", params, (why) => remark(error, why, this.rules), ({ stats, left }) => {
      error.replaceChildren();
      this.draft.stats = stats;
      this.paintStats(stats);
      this.part("left").textContent = String(left);
      const title = this.root.querySelector(`#mk-stat-${stat}`)?.textContent;
      this.say(`${title} ${stats[stat]}, ${left} left.`, true);
      this.touch();
    });
  }

  /** A card for a half of the Concept, turned over. @param {string} half */
  draw(half) {
    if (!this.ready) this.waits();
    const { person } = this.store;
    const other = half === "role" ? "adjective" : "role";
    const params = () => ({ part: half, lying: person.drawn?.[other]?.card.code ?? "" });
    return this.ask("draw", params, (why) => this.objects(why), (/** @type {Drawn} */ drawn) => {
      const [word] = drawn.words;
      const before = this.draft[half];
      const label = word && before && before !== word.text ? `${word.text} takes the place of ${before}.` : "";
      this.change(label, () => {
        person.drawn = { ...person.drawn, [half]: drawn };
        this.draft[half] = word?.text ?? "";
      });
      this.paintDrawn(half, drawn, true);
      this.say(`${drawn.card.spoken}: ${word?.text}`, true);
    });
  }

  /** @param {string} key @param {string} text */
  write(key, text) {
    this.draft[key] = text;
    this.store.write();
    this.paint();
    /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-word="${CSS.escape(text)}"]`))?.focus();
  }

  /**
   * Something is written over; Undo brings it back.
   * @param {string} label what to say; empty: nothing that anybody would miss
   * @param {() => void} does
   */
  change(label, does) {
    const { person } = this.store;
    const before = structuredClone({ draft: person.draft, drawn: person.drawn });
    does();
    this.store.write();
    this.paint();
    if (!label) return;
    this.note([label], () => {
      Object.assign(person, before);
      this.store.kept.at = person.id;
      this.store.write();
      this.paint();
    });
  }

  /** @param {HTMLInputElement} input */
  async picture(input) {
    const error = this.part("portrait-error");
    const [file] = input.files ?? [];
    const { person } = this.store;
    error.replaceChildren();
    if (!file) return;
    try {
      const address = await portrait(file, this.facts.picture);
      if (!this.store.keepPicture(person.id, address)) throw new Error("This device has no room left for a picture.");
      person.picture = file.name;
      this.paintPicture();
      this.stage.shown = "";
      this.touch();
    } catch (why) {
      error.textContent = why instanceof Error ? why.message : String(why);
    }
    input.value = "";
  }

  // The roster

  /**
   * Somebody joins the roster and is the one being made.
   * @param {Draft[]} drafts
   * @param {string} line
   */
  meet(drafts, line) {
    const before = structuredClone(this.store.kept);
    this.store.add(drafts);
    this.store.write();
    this.fold();
    this.paint();
    this.note([line], drafts.every((draft) => !draft.name) ? null : () => this.restore(before));
  }

  /** The roster is closed, so that who was chosen is in sight. */
  fold() {
    /** @type {HTMLDetailsElement} */ (this.part("roster")).open = false;
  }

  /** @param {import("./maker_store.js").Kept} kept */
  restore(kept) {
    this.store.kept = { ...kept, job: this.store.kept.job };
    this.store.write();
    this.paint();
  }

  /** @param {string} id */
  remove(id) {
    const { store } = this;
    const name = store.people.find((one) => one.id === id)?.draft.name || "Somebody new";
    store.remove(id);
    store.write();
    this.paint();
    this.note([`${name} is deleted.`], () => this.bring());
    /** @type {HTMLElement | null} */ (this.part("note-acts").querySelector("button"))?.focus();
  }

  bring() {
    this.store.bring();
    this.store.write();
    this.paint();
    this.say(`${this.draft.name || "Somebody new"} is back.`);
  }

  /** @param {HTMLInputElement} input */
  async openFile(input) {
    const place = this.part("open-error");
    place.replaceChildren();
    const [file] = input.files ?? [];
    if (!file) return;
    const { text, why } = await read(file);
    input.value = "";
    if (text === null) return faults(place, { message: why }, this.rules);
    if (!this.ready) this.waits();
    await this.ask("read", () => ({ text, name: file.name }), (why) => faults(place, why, this.rules), ({ drafts }) => {
      this.meet(drafts, `${drafts.length === 1 ? drafts[0].name : many(drafts.length, "character")} from ${file.name} ${drafts.length === 1 ? "joins" : "join"} your roster.`);
    });
  }

  /** @param {Draft[]} drafts @param {HTMLElement} place */
  saveFile(drafts, place) {
    place.replaceChildren();
    if (!this.ready) return this.waits();
    void this.ask("file", () => ({ drafts }), (why) => this.lacks(place, why), (told) => {
      save(told.name, told.text);
      const out = told.left_out.map((/** @type {{ name: string }} */ one) => one.name || "somebody new").join(", ");
      this.say(out ? `${told.name} is saved. Not ready yet, and left out: ${out}.` : `${told.name} is saved.`);
    });
  }

  /** What a character still lacks to be saved or shared. @param {HTMLElement} place @param {Objection} why */
  lacks(place, why) {
    if (!why.faults) return remark(place, why, this.rules);
    place.replaceChildren(el("p", {}, el("b", {}, why.source ?? ""), " is not ready for a file yet:"), el("ul", {}, ...why.faults.map((fault) => el("li", {}, fault))));
  }

  // Links

  share() {
    const place = this.part("share-error");
    place.replaceChildren();
    if (!this.ready) return this.waits();
    void this.ask("link", () => ({ draft: this.draft }), (why) => this.lacks(place, why), async ({ fragment }) => {
      const link = field(this.part("link"));
      link.value = `${location.href.split("#")[0]}#${fragment}`;
      this.say((await copy(link)) ? "The link is copied." : MARKED);
    });
  }

  /** Opens the character that the address holds, if it holds one. */
  unlink() {
    const fragment = decoded(location.hash.slice(1));
    if (!LINK.test(fragment)) {
      if (fragment.length > LONGEST_NAME && !document.getElementById(fragment)) this.say("This link holds nobody: it may have been changed on its way.");
      return;
    }
    if (!this.ready) return this.waits();
    void this.ask("unlink", () => ({ fragment }), (why) => this.objects(why), ({ drafts: [draft] }) => {
      const known = this.store.people.find((one) => JSON.stringify(one.draft) === JSON.stringify(draft));
      if (known) {
        this.store.kept.at = known.id;
        this.store.write();
        this.paint();
        this.say(`${draft.name} is in your roster already.`);
      } else this.meet([draft], `${draft.name} came with the link and joins your roster.`);
      history.replaceState(history.state, "", "#card");
      this.select("card", false);
      this.arrive();
    });
  }

  // Universal 21

  over() {
    const form = /** @type {HTMLFormElement} */ (this.part("over-form"));
    const place = this.part("over-ways");
    const error = this.part("over-error");
    place.replaceChildren();
    error.replaceChildren();
    if (!this.ready) this.waits();
    const stats = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input")]).map((input) => Math.round(Number(input.value)) || 0);
    void this.ask("moving", () => ({ stats }), (why) => remark(error, why, this.rules), (told) => {
      place.replaceChildren(
        el("p", { class: "mk-hint" }, "Choose where the points go:"),
        ...told.ways.map((/** @type {{ text: string, stats: object }} */ way) => el("button", { type: "button", class: "mk-quiet", "data-act": "way", "data-stats": JSON.stringify(way.stats) }, way.text)),
      );
    });
  }

  /** @param {Record<string, number>} stats */
  cross(stats) {
    this.meet([{ ...structuredClone(this.facts.fresh), stats }], "The Stats have come over. Now choose an Adjective and a Role.");
    this.go("concept");
  }

  // Telling

  /** @param {string} text @param {boolean} [quiet] whether only a reader needs to be told */
  say(text, quiet = false) {
    if (quiet) this.part("foot-said").textContent = text;
    else this.note([text], null);
  }

  /** @param {Objection} why */
  objects(why) {
    const line = el("p");
    remark(line, why, this.rules);
    const more = why.faults?.slice(1) ?? [];
    this.note([line, ...more], null, true);
  }

  /**
   * @param {(string | HTMLElement)[]} lines
   * @param {(() => void) | null} back what Undo does
   * @param {boolean} [objects]
   */
  note(lines, back, objects = false) {
    this.undo = back;
    const note = this.part("note");
    note.hidden = !lines.length;
    note.classList.toggle("mk-objects", objects);
    this.part("note-text").setAttribute("role", objects ? "alert" : "status");
    this.part("note-text").replaceChildren(...lines.map((line) => (typeof line === "string" ? el("p", {}, line) : line)));
    this.part("note-acts").replaceChildren(
      ...(back ? [el("button", { type: "button", class: "mk-link", "data-act": "undo" }, "Undo")] : []),
      el("button", { type: "button", class: "mk-x", "data-act": "hush", "aria-label": "Close this note" }, "×"),
    );
  }

  takeBack() {
    const { undo } = this;
    this.note([], null);
    undo?.();
  }
}

const MARKED = "Your browser does not let the page copy. It is marked for you to copy.";

/** @param {unknown} name @returns {name is Tab} */
function isTab(name) {
  return TABS.includes(/** @type {Tab} */ (name));
}

/** @param {HTMLElement} part */
const field = (part) => /** @type {HTMLInputElement} */ (part);

/** A text area is as high as its text. @param {HTMLTextAreaElement} area */
function grow(area) {
  area.style.height = "auto";
  if (area.scrollHeight) area.style.height = `${area.scrollHeight + 2}px`;
}

/** @param {Element} face */
function thumb(face) {
  const copied = /** @type {HTMLElement} */ (face.cloneNode(true));
  const figure = /** @type {HTMLElement} */ (face.parentElement);
  copied.style.cssText = `--w:${figure.style.getPropertyValue("--w")};--h:${figure.style.getPropertyValue("--h")}`;
  return copied;
}

/** What of a job the look of a card depends on. @param {import("./maker_store.js").Job} job */
const looks = ({ size, style, save_ink }) => ({ size, style, save_ink });

/** What of a job the printer is told. @param {import("./maker_store.js").Job} job */
function printing(job) {
  const { whom: _, fill: __, right, down, ...rest } = job;
  return job.sides === "both" ? { ...rest, right, down } : rest;
}

/** @param {number} count @param {string} what */
const many = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

/** @param {string} fragment */
function decoded(fragment) {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
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

const root = document.getElementById("aces-maker");
if (root) new Page(root).begin();
