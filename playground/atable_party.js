// The party: what each of them has left, what may happen to them, and what stays on the device.
// @ts-check

import { faults, read, save } from "./files.js";
import { curly, el, mention, remark, ruleLink } from "./view.js";

/** @typedef {import("./atable.js").Page} Page */
/** @typedef {import("./view.js").Objection & { faults?: string[], more?: number, source?: string }} Objection */
/**
 * @typedef {object} Member one of the party, as the engine tells of them
 * @property {string} name
 * @property {string} concept
 * @property {string} affinity
 * @property {{ key: string, title: string, value: number, suit: string, glyph: string, spoken: string }[]} stats
 * @property {number} hp
 * @property {number} hp_full
 * @property {number} armor
 * @property {number} armor_full
 * @property {Objection | null} unconscious
 * @property {{ rank: string, card: import("./view.js").Card, name: string, ready: boolean, may: boolean }[]} items
 * @property {{ box: string, title: string, marked: boolean, may: boolean }[]} boxes
 * @property {{ outcome: string, armor: boolean, name: string, may: boolean }[]} outcomes
 * @property {boolean} may_help
 * @property {boolean} may_regain
 * @property {{ trait: string, title: string, text: string }[]} traits
 * @property {string} description
 * @property {boolean} due
 * @property {{ number: number, title: string, done: boolean, optional: boolean, why: string }[]} steps
 * @property {boolean} may_turn
 */
/** @typedef {{ title: string, episode: number, scene: number, members: Member[], log: { when: string, text: string }[], resolutions: number }} View */

export class Party {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Set<string>} whose card lies open */
    this.open = new Set();
    /** @type {Set<string>} whose words are being changed */
    this.editing = new Set();
    /** whether nobody was here when it was shown last */
    this.empty = false;
    page.part("write-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.write();
    });
    page.part("write-form").addEventListener("input", () => void this.build());
    page.part("retitle-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void page.act({ act: "retitle", title: field("at-retitle").value });
    });
    for (const [part, into] of /** @type {const} */ ([["open-file", false], ["join-file", true]])) {
      const input = /** @type {HTMLInputElement} */ (page.part(part));
      input.addEventListener("change", () => void this.read(input, into));
    }
    page.part("party").addEventListener("click", (event) => this.click(/** @type {Element} */ (event.target)));
  }

  show() {
    this.paint();
  }

  party() {
    this.paint();
  }

  /** @param {Element} at */
  click(at) {
    const { page } = this;
    const step = /** @type {HTMLElement | null} */ (at.closest("[data-step]"));
    if (step) {
      const input = field(`at-${step.dataset.for}`);
      input.value = String(Math.min(Number(input.max), Math.max(Number(input.min), (Number(input.value) || 0) + Number(step.dataset.step))));
      return void this.build();
    }
    const button = /** @type {HTMLElement | null} */ (at.closest("[data-act]"));
    switch (button?.dataset.act) {
      case "example": {
        const { name } = button.dataset;
        if (!name) fold(page, false);
        return void page.change("example", { names: name ? [name] : [], into: page.store.campaign }, name ? `${name} joins` : "The example party joins");
      }
      case "scene":
        return void page.act({ act: "scene" });
      case "episode":
        return void page.act({ act: "episode" });
      case "export":
        return this.export();
      case "clear":
        return page.take({ campaign: "", view: null, notes: [] }, "Began anew", "The party is put away. Undo brings it back.");
      case "aside-set":
        page.store.setAside();
        return page.refresh();
      case "aside-load":
        return save(`aces-table-set-aside.txt`, page.store.damaged);
    }
  }

  /**
   * Opens a file that was chosen.
   * @param {HTMLInputElement} input
   * @param {boolean} into whether its people join the party that is here
   */
  async read(input, into) {
    const { page } = this;
    const place = page.part(into ? "join-error" : "open-error");
    place.replaceChildren();
    const file = input.files?.[0];
    if (!file) return;
    const { text, why } = await read(file);
    input.value = "";
    if (text === null) return faults(place, { message: why }, page.rules);
    const params = { text, name: file.name, into: into ? page.store.campaign : "" };
    const done = await page.change("read", params, into ? `People of ${file.name} join` : `Opened ${file.name}`, (why) => faults(place, why, page.rules), `${file.name} is open.`);
    if (done) fold(page, false);
  }

  /** Somebody new, by name and Stats. */
  async write() {
    const { page } = this;
    const form = /** @type {HTMLFormElement} */ (page.part("write-form"));
    const error = page.part("write-error");
    remark(error, null, page.rules);
    const data = new FormData(form);
    /** @param {string} key @param {string} [usual] */
    const text = (key, usual = "") => String(data.get(key) ?? "").trim() || usual;
    const character = {
      name: text("name"),
      adjective: text("adjective", field("at-adjective").placeholder),
      role: text("role", field("at-role").placeholder),
      affinity: text("affinity"),
      stats: Object.fromEntries(this.stats().map((input) => [input.name, Number(input.value)])),
    };
    if (!character.name) return remark(error, { message: "A name is all it takes, besides the Stats." }, page.rules);
    const done = await page.change("write", { character, into: page.store.campaign }, `${character.name} joins`, (why) => faults(error, why, page.rules), `${character.name} is of the party.`);
    if (!done) return;
    form.reset();
    void this.build();
  }

  stats() {
    return /** @type {HTMLInputElement[]} */ ([...this.page.part("write-form").querySelectorAll("input[type=number]")]);
  }

  /** What the engine says of the Stats as they stand. */
  async build() {
    const { page } = this;
    const told = await page.ask("build", { stats: this.stats().map((input) => Math.round(Number(input.value)) || 0) }, () => {});
    if (!told) return;
    const why = told.refusals[0];
    const left = page.part("write-left");
    const link = ruleLink(why?.rule ?? "", page.rules);
    const words = told.left > 0 ? `${told.left} to spend` : told.left < 0 ? `${-told.left} too many` : "all spent";
    left.replaceChildren(why && told.left === 0 ? curly(why.message) : words, ...(link ? [" ", link] : []));
    left.classList.toggle("at-bad", told.left < 0 || (Boolean(why) && told.left === 0));
  }

  export() {
    const { page } = this;
    const data = JSON.parse(page.store.campaign);
    save(`${slug(page.view?.title ?? "")}.json`, `${JSON.stringify(data, null, 2)}\n`);
    page.say("The campaign file is saved.");
  }

  paint() {
    const { page } = this;
    const { store, view } = page;
    const trouble = page.part("trouble");
    trouble.hidden = !store.trouble;
    trouble.replaceChildren(
      ...(store.trouble
        ? [
            el("p", {}, el("b", {}, "What this device kept cannot be read: "), `${store.trouble}. `, "Nothing of it is lost: it stays as it is until you set it aside, and you can download it before and after."),
            el("div", { class: "at-row" }, el("button", { type: "button", class: "quiet", "data-act": "aside-load" }, "Download it"), el("button", { type: "button", class: "quiet", "data-act": "aside-set" }, "Set it aside and begin anew")),
          ]
        : []),
    );
    page.part("party-none").hidden = Boolean(view) || Boolean(store.trouble);
    page.part("party-some").hidden = !view;
    page.part("export").hidden = !view;
    /** @type {HTMLElement} */ (page.part("people")).hidden = Boolean(store.trouble);
    // Who is to come lies open while nobody is here.
    if (!view && !this.empty) fold(page, true);
    this.empty = !view;
    for (const name of ["scene", "episode"]) page.part(name).hidden = !view;
    const undo = page.part("undo");
    undo.hidden = !view && store.steps === 0;
    undo.setAttribute("aria-disabled", String(store.steps === 0));
    undo.setAttribute("aria-label", store.last ? `Undo: ${store.last}` : "Undo");
    this.paintAside();
    const names = new Set(page.members.map((member) => member.name));
    const offers = /** @type {HTMLElement[]} */ ([...page.part("example").querySelectorAll("[data-name]")]);
    for (const offer of offers) offer.hidden = names.has(offer.dataset.name ?? "");
    page.part("example").hidden = offers.every((offer) => offer.hidden);
    page.part("example-all").hidden = offers.some((offer) => offer.hidden);
    page.part("kept").textContent = store.open
      ? "The party is kept on this device, in this browser, with every step back. Nothing is sent anywhere."
      : "This browser keeps nothing for this page. Download the file before you leave.";
    const log = page.part("log");
    log.hidden = !view?.log.length;
    if (!view) return;
    page.part("party-title").textContent = view.title;
    page.part("party-when").textContent = `Episode ${view.episode}, Scene ${view.scene}`;
    field("at-retitle").value = view.title;
    page.part("log-list").replaceChildren(...view.log.map((entry) => el("li", {}, el("span", { class: "at-when" }, entry.when), el("span", {}, curly(entry.text)))));
    const list = page.part("members");
    const focus = /** @type {HTMLElement | null} */ (list.contains(document.activeElement) ? document.activeElement : null);
    const was = focus && { name: focus.closest("li[data-name]")?.getAttribute("data-name"), key: focus.dataset.key };
    list.replaceChildren(...view.members.map((member) => this.member(member)));
    if (!was) return;
    const row = [...list.children].find((item) => item.getAttribute("data-name") === was.name);
    /** @type {HTMLElement | null} */ (row?.querySelector(`[data-key="${was.key}"]`) ?? row?.querySelector("button") ?? null)?.focus({ preventScroll: true });
  }

  paintAside() {
    const { page } = this;
    const aside = page.store.aside();
    page.part("aside").hidden = aside.length === 0;
    page.part("aside-list").replaceChildren(
      ...aside.map(({ name, text }) => {
        const when = new Date(name.slice(name.lastIndexOf(".") - "2000-01-01T00:00:00".length)).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
        const get = el("button", { type: "button", class: "quiet" }, "Download");
        const drop = el("button", { type: "button", class: "quiet" }, "Delete");
        get.addEventListener("click", () => save("aces-table-set-aside.txt", text));
        drop.addEventListener("click", () => {
          page.store.forget(name);
          this.paint();
        });
        return el("li", {}, el("span", {}, `From ${when}`), get, drop);
      }),
    );
  }

  /** @param {Member} member */
  member(member) {
    const open = this.open.has(member.name);
    const head = el(
      "button",
      { type: "button", class: "at-who", "aria-expanded": String(open), "data-key": "head" },
      el("span", { class: "at-who-name" }, member.name),
      el("span", { class: "at-who-concept" }, member.concept),
    );
    head.addEventListener("click", () => {
      if (open) this.open.delete(member.name);
      else this.open.add(member.name);
      this.paint();
    });
    const badge = member.unconscious ? "unconscious" : member.due ? "Turning Point" : "";
    return el(
      "li",
      { class: ["at-member", open ? "at-open" : "", member.unconscious ? "at-down" : ""].join(" ").trim(), "data-name": member.name },
      el("div", { class: "at-member-top" }, el("h3", {}, head), el("div", { class: "at-mini" }, ...member.items.map((item) => mini(item)))),
      el(
        "div",
        { class: "at-track" },
        pips("HP", member.hp, member.hp_full, "at-pip"),
        pips("Armor", member.armor, member.armor_full, "at-pip at-shield", "Plot Armor"),
        boxes(member),
        badge ? el("span", { class: "at-badge" }, badge) : null,
      ),
      open ? this.more(member) : null,
    );
  }

  /** @param {Member} member */
  more(member) {
    const { page } = this;
    const who = member.name;
    /**
     * @param {string} key
     * @param {object} details
     * @param {boolean} may
     * @param {...(Node | string | null)} says
     */
    const act = (key, details, may, ...says) => {
      const button = el("button", { type: "button", class: "at-do", "data-key": key, "aria-disabled": String(!may) }, ...says);
      button.addEventListener("click", () => void page.act(details));
      return button;
    };
    const outcomes = member.outcomes.map((each) =>
      act(
        `${each.outcome} ${each.armor}`,
        { act: "resolve", results: [{ who, outcome: each.outcome, armor: each.armor }] },
        each.may,
        el("span", {}, each.name),
        each.armor ? el("small", {}, "with Plot Armor") : null,
      ),
    );
    return el(
      "div",
      { class: "at-more" },
      member.due ? this.turning(member) : null,
      member.unconscious ? this.helping(member) : null,
      block("How a Resolution came out", el("div", { class: "at-grid at-outcomes" }, ...outcomes)),
      block(
        "Use an item",
        el(
          "div",
          { class: "at-grid" },
          ...member.items.map((item) => act(`item ${item.rank}`, { act: "use", who, item: item.rank }, item.may, el("span", {}, mention(asMention(item.card)), item.name ? ` ${item.name}` : ""))),
        ),
      ),
      block(
        "Mark a Growth box",
        el("div", { class: "at-grid at-grid-four" }, ...member.boxes.map((box) => act(`box ${box.box}`, { act: "mark", who, box: box.box }, box.may, box.title, box.marked ? el("small", {}, "marked") : null))),
      ),
      block("Plot Armor from the Dealer", el("div", { class: "at-grid" }, act("regain", { act: "regain", who }, member.may_regain, "Give 1 back"))),
      block(
        "Stats",
        el("p", { class: "at-statline" }, ...member.stats.map((stat) => el("span", {}, el("span", { class: "ct", "data-suit": stat.suit, role: "img", "aria-label": stat.spoken }, stat.glyph), ` ${stat.title} `, el("b", {}, String(stat.value))))),
      ),
      this.words(member),
    );
  }

  /** @param {Member} member */
  helping(member) {
    const { page } = this;
    const id = `at-help-${slug(member.name)}`;
    const others = page.members.filter((other) => other.name !== member.name).map((other) => el("option", { value: other.name }, other.name));
    const select = el("select", { id, class: "at-select", "data-key": "helper" }, el("option", { value: "" }, "Somebody"), ...others);
    const buttons = /** @type {const} */ ([["It worked", true], ["It did not", false]]).map(([label, worked]) => {
      const button = el("button", { type: "button", class: "at-do", "data-key": label, "aria-disabled": String(!member.may_help) }, label);
      button.addEventListener("click", () => void page.act({ act: "help", who: member.name, worked, helper: select.value }));
      return button;
    });
    return block(
      "Help",
      el("p", { class: "at-hint" }, curly(member.unconscious?.message ?? "")),
      el("div", { class: "at-field at-inline" }, el("label", { for: id }, "Helped by"), select),
      el("div", { class: "at-grid" }, ...buttons),
    );
  }

  /** The four steps of a Turning Point. @param {Member} member */
  turning(member) {
    const { page } = this;
    const who = member.name;
    const id = slug(who);
    /** @param {string} key @param {string} label */
    const line = (key, label) => el("div", { class: "at-field" }, el("label", { for: `at-${key}-${id}` }, label), el("input", { id: `at-${key}-${id}`, name: key, autocomplete: "off", "data-key": `turn ${key}` }));
    /** @param {"goal" | "secret"} act @param {string} label @param {string} does */
    const form = (act, label, does) => {
      const made = el("form", {}, line(act, label), el("button", { type: "submit", class: "at-do", "data-key": `turn do ${act}` }, does));
      made.addEventListener("submit", (event) => {
        event.preventDefault();
        void page.act({ act, who, text: /** @type {HTMLInputElement} */ (made.elements.namedItem(act)).value });
      });
      return made;
    };
    const last = el(
      "form",
      {},
      el(
        "fieldset",
        { class: "at-field" },
        el("legend", {}, "The Stat that grows"),
        el(
          "div",
          { class: "at-grid" },
          ...member.stats.map((stat, index) => el("label", { class: "at-choice" }, el("input", { type: "radio", name: "stat", value: stat.key, checked: index === 0, "data-key": `turn ${stat.key}` }), el("span", {}, `${stat.title} ${stat.value} to ${stat.value + 1}`))),
        ),
      ),
      el("button", { type: "submit", class: "at-do at-strong", "data-key": "turn do", "aria-disabled": String(!member.may_turn) }, "Complete the Turning Point"),
    );
    const change = el("div", { class: "at-change" }, line("flaw", "A new Flaw"), line("adjective", "A new Adjective"), line("role", "or a new Role"));
    last.addEventListener("submit", (event) => {
      event.preventDefault();
      /** @param {string} key */
      const text = (key) => /** @type {HTMLInputElement} */ (change.querySelector(`[name="${key}"]`)).value;
      void page.act({ act: "turn", who, stat: String(new FormData(last).get("stat") ?? ""), flaw: text("flaw"), adjective: text("adjective"), role: text("role") });
    });
    const parts = [form("goal", "A new Goal", "The Goal is completed"), form("secret", "A new Secret", "The Secret is exposed"), change, last];
    return block(
      "The Turning Point",
      el(
        "ol",
        { class: "at-steps" },
        ...member.steps.map((step, index) =>
          el(
            "li",
            { class: step.done ? "at-done" : null },
            el("p", {}, el("b", {}, step.title), step.done ? el("span", { class: "at-badge" }, "done") : null, el("small", {}, curly(step.why))),
            step.done ? null : (parts[index] ?? null),
          ),
        ),
      ),
    );
  }

  /** Words on the card: the traits, the name, and leaving. @param {Member} member */
  words(member) {
    const { page } = this;
    const who = member.name;
    const id = slug(who);
    /**
     * @param {string} key
     * @param {string} title
     * @param {string} text
     * @param {[string, (text: string) => void][]} does
     */
    const line = (key, title, text, does) => {
      const long = key !== "name" && key !== "adjective" && key !== "role";
      const input = long ? el("textarea", { id: `at-${key}-${id}-w`, rows: 2, "data-key": `word ${key}` }) : el("input", { id: `at-${key}-${id}-w`, "data-key": `word ${key}`, autocomplete: "off" });
      input.value = text;
      const buttons = does.map(([label, then]) => {
        const button = el("button", { type: "button", class: "at-do", "data-key": `word ${key} ${label}` }, label);
        button.addEventListener("click", () => then(input.value));
        return button;
      });
      return el("div", { class: "at-field" }, el("label", { for: `at-${key}-${id}-w` }, title), input, el("div", { class: "at-row" }, ...buttons));
    };
    const remove = el("button", { type: "button", class: "at-do", "data-key": "remove" }, "Remove from the party");
    remove.addEventListener("click", () => void page.act({ act: "remove", who }));
    const fold = el(
      "details",
      { class: "at-words-fold", open: this.editing.has(who) },
      el("summary", { "data-key": "words" }, "Name and traits"),
      member.description ? el("p", { class: "at-hint" }, member.description) : null,
      line("name", "Name", who, [["Rename", (name) => void this.rename(who, name)]]),
      ...member.traits.map(({ trait, title, text }) => {
        /** @type {[string, (text: string) => void][]} */
        const does = [[`Change the ${title}`, (now) => void page.act({ act: "change", who, trait, text: now })]];
        if (trait === "goal" && !member.due) does.push(["Completed, this is the new one", (now) => void page.act({ act: "goal", who, text: now })]);
        if (trait === "secret" && !member.due) does.push(["Exposed, this is the new one", (now) => void page.act({ act: "secret", who, text: now })]);
        return line(trait, title, text, does);
      }),
      remove,
    );
    fold.addEventListener("toggle", () => {
      if (fold.open) this.editing.add(who);
      else this.editing.delete(who);
    });
    return fold;
  }

  /** @param {string} who @param {string} name */
  async rename(who, name) {
    const now = name.trim().replace(/\s+/g, " ");
    for (const set of [this.open, this.editing]) if (set.has(who)) set.add(now);
    await this.page.act({ act: "rename", who, name: now });
  }
}

/** @param {Page} page @param {boolean} open whether the ways to bring people lie open */
function fold(page, open) {
  /** @type {HTMLDetailsElement} */ (page.part("people")).open = open;
}

/** @param {string} title @param {...(Node | null)} children */
function block(title, ...children) {
  return el("section", { class: "at-block" }, el("h4", {}, title), ...children);
}

/**
 * @param {string} label
 * @param {number} now
 * @param {number} full
 * @param {string} kind
 * @param {string} [spoken]
 */
function pips(label, now, full, kind, spoken = label) {
  const dots = Array.from({ length: full }, (_, index) => el("i", { class: index < now ? `${kind} at-on` : kind }));
  return el("span", { class: "at-pips", role: "img", "aria-label": `${spoken} ${now} of ${full}` }, el("span", { class: "at-pips-label" }, label), ...dots);
}

/** @param {Member} member */
function boxes(member) {
  const marked = member.boxes.filter((box) => box.marked).map((box) => box.title);
  return el(
    "span",
    { class: "at-pips", role: "img", "aria-label": `Growth: ${marked.length ? `${marked.join(", ")} marked` : "nothing marked"}` },
    ...member.boxes.map((box) => el("i", { class: box.marked ? "at-box at-on" : box.may ? "at-box at-may" : "at-box" }, box.title.slice(0, 1))),
  );
}

/** A small card for an item; one that is used lies face down. @param {Member["items"][number]} item */
function mini(item) {
  const { card } = item;
  if (!item.ready) return el("span", { class: "pc pc-back", role: "img", "aria-label": `${card.spoken}, used in this Scene` });
  return el("span", { class: card.court ? "pc pc-court" : "pc", "data-suit": card.suit, "data-rank": card.rank, role: "img", "aria-label": `${card.spoken}, ready` }, el("b", {}, card.rank), el("i", {}, card.glyph));
}

/** @param {import("./view.js").Card} card */
const asMention = (card) => ({ text: card.text, suit: card.suit, spoken: card.spoken });

/** @param {string} id */
const field = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

/** @param {string} text */
function slug(text) {
  return (
    text
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "campaign"
  );
}
