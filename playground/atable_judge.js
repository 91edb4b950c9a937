// Judge, Group, Duel, Initiative: cards and outcomes as they are tapped, and what the engine says of them.
// @ts-check

import { plainCard } from "./atable_pad.js";
import { cardFace, curly, el, judge, remark, ruleLink, sentence } from "./view.js";

/** @typedef {import("./atable.js").Page} Page */
/** @typedef {import("./view.js").Objection & { place?: string }} Objection */
/** @typedef {import("./view.js").Check} Check */
/** @typedef {import("./view.js").Parts} Parts */
/** @typedef {import("./view.js").Verdict} Verdict */
/** @typedef {import("./view.js").Card & { place: number, short: string, item: "" | "may" | "yes" }} Laid */
/** @typedef {Record<string, Objection>} Used */
/** @typedef {{ who: string, ways: { armor: boolean, gives: string, refusal: Objection | null }[] }} Ways */
/**
 * @typedef {{ tell: import("./view.js").Card | null, truth: import("./view.js").Card | null, layout: Laid[],
 *   total: string, over: boolean, dealer_total: string, used: { dealer: Used, player: Used },
 *   early: { question: string, rule: string, holds: boolean } | null,
 *   aces: { value: string, label: string, picked: boolean }[] | null, missing: Objection | null }} Looked
 */
/** @typedef {{ outcome: string, name: string, text: string, counts?: string, sums?: { who: string, parts: Parts }[], checks: Check[] }} Settled */

/** How the place of a card of the Layout is told from the Dealer's two. */
const isPlace = (/** @type {string} */ slot) => slot !== "tell" && slot !== "truth";

/** One Resolution: Tell, Truth and Layout, and how it came out. */
export class Judge {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.draft = page.recall("judge", fresh);
    /** @type {Looked | null} */
    this.looked = null;
    /** @type {{ verdict: Verdict, ways: Ways[] } | null} */
    this.judged = null;
    /** for whom the outcome has been written down */
    this.written = "";
    /** the card that came last, in words */
    this.last = "";
    this.run = 0;
    /** @type {import("./atable_pad.js").Hands} */
    this.hands = {
      card: (code) => this.card(code),
      erase: () => this.erase(),
      go: () => void this.go(),
      refuse: (why) => this.remark(why),
    };
    page.part("judge").addEventListener("click", (event) => this.click(/** @type {Element} */ (event.target)));
  }

  show() {
    this.page.pad.serve(this.page.part("judge-pad"), this.hands, "Judge");
    this.paint();
    void this.look();
  }

  /** The party has changed: what can be written down has, too. */
  async party() {
    if (!this.judged) return;
    if (this.written && !this.page.just) this.written = "";
    const answer = await this.page.ask("judge", { ...this.cards(), campaign: this.page.store.campaign }, () => {});
    if (answer && this.judged) {
      this.judged = answer;
      this.paintVerdict();
      this.paintWays();
    }
  }

  /** @param {Objection | null} why */
  remark(why) {
    remark(this.page.part("judge-remark"), why, this.page.rules);
  }

  cards() {
    const { tell, truth, layout, item, early, aces } = this.draft;
    return { tell, truth, layout, item, early, aces };
  }

  /** @param {string} code */
  card(code) {
    const draft = this.draft;
    const { active } = draft;
    this.last = this.page.pad.face(code).spoken;
    if (isPlace(active)) draft.layout.splice(Number(active) - 1, 1, code);
    else draft[/** @type {"tell" | "truth"} */ (active)] = code;
    draft.active = !draft.tell ? "tell" : !draft.truth && active !== "truth" && !draft.layout.length ? "truth" : this.open();
    this.changed();
  }

  /** The place behind the last card of the Layout. */
  open() {
    return String(this.draft.layout.length + 1);
  }

  erase() {
    const draft = this.draft;
    const { active } = draft;
    const place = Number(active);
    if (!isPlace(active) && draft[/** @type {"tell" | "truth"} */ (active)]) draft[/** @type {"tell" | "truth"} */ (active)] = "";
    else if (place <= draft.layout.length) draft.layout.splice(place - 1, 1);
    else if (draft.layout.length) draft.layout.pop();
    else if (active !== "tell" && draft.truth) {
      draft.truth = "";
      draft.active = "truth";
    } else {
      draft.tell = "";
      draft.active = "tell";
    }
    if (isPlace(draft.active)) draft.active = this.open();
    this.changed();
  }

  changed() {
    const draft = this.draft;
    if (!draft.layout.includes(draft.item)) draft.item = "";
    this.judged = null;
    this.written = "";
    this.remark(null);
    this.page.remember("judge", draft);
    this.paint();
    void this.look();
  }

  async look() {
    const run = ++this.run;
    const looked = await this.page.ask("look", { ...this.cards(), active: this.draft.active }, () => {});
    if (!looked || run !== this.run) return;
    this.looked = looked;
    this.paint();
  }

  async go() {
    this.page.waits("The outcome comes as soon as the rules are here.");
    const answer = await this.page.ask("judge", { ...this.cards(), campaign: this.page.store.campaign }, (why) => {
      this.remark(why);
      const { place } = /** @type {Objection} */ (why);
      if (place) {
        this.draft.active = place === "layout" ? this.open() : place;
        this.paint();
        void this.look();
      }
    });
    if (!answer) return;
    this.judged = answer;
    this.written = "";
    this.remark(null);
    this.paint();
    const title = /** @type {HTMLElement | null} */ (this.page.part("judge-verdict").firstElementChild);
    title?.focus({ preventScroll: true });
    this.page.reveal(this.page.part("judge-verdict"));
  }

  /** @param {Element} at */
  click(at) {
    const slot = /** @type {HTMLElement | null} */ (at.closest("[data-slot]"));
    const button = /** @type {HTMLElement | null} */ (at.closest("[data-act]"));
    const draft = this.draft;
    if (slot) {
      draft.active = slot.dataset.slot ?? "tell";
      this.judged = null;
      this.remark(null);
      this.paint();
      void this.look();
      return;
    }
    switch (button?.dataset.act) {
      case "item":
        draft.item = draft.item === button.dataset.code ? "" : (button.dataset.code ?? "");
        return this.changed();
      case "early":
        draft.early = button.dataset.value === "yes";
        return this.changed();
      case "aces":
        draft.aces = button.dataset.value ?? "";
        return this.changed();
      case "judge-next":
        this.draft = fresh();
        this.looked = null;
        this.changed();
        return this.page.part("judge").querySelector("button")?.focus({ preventScroll: true });
      case "judge-back":
        this.draft.active = this.open();
        this.changed();
        return this.page.pad.ranks[0]?.focus({ preventScroll: true });
      case "way":
        return void this.write(button);
      case "way-mark":
        return void this.page.act({ act: "mark", who: this.written, box: button.dataset.box });
    }
  }

  /** @param {HTMLElement} button */
  async write(button) {
    const way = this.judged?.ways.find((each) => each.who === button.dataset.who)?.ways[Number(button.dataset.way)];
    if (!way || !this.judged) return;
    if (way.refusal) return this.remark(way.refusal);
    const who = button.dataset.who ?? "";
    const result = { who, outcome: this.judged.verdict.outcome, armor: way.armor, item: this.draft.item };
    const drawn = this.draft.layout.filter((code) => code !== this.draft.item);
    this.written = who;
    const done = await this.page.act({ act: "resolve", results: [result], layout: drawn }, (why) => this.remark(why));
    if (!done) this.written = "";
    this.paintWays();
  }

  paint() {
    const { page, draft, looked } = this;
    const root = page.part("judge");
    root.classList.toggle("at-judged", Boolean(this.judged));
    for (const name of /** @type {const} */ (["tell", "truth"])) {
      const slot = /** @type {HTMLElement} */ (root.querySelector(`[data-slot="${name}"]`));
      const title = name === "tell" ? "Tell" : "Truth";
      const known = looked?.[name];
      const card = draft[name];
      const said = card ? (known?.code === card ? known.label : `${title}: ${page.pad.face(card).spoken}`) : `${title}: not there yet`;
      page.fill(slot, card, `${said}${this.here(name)}`, name === "truth" ? "pc-back" : "pc-slot");
      slot.classList.toggle("at-active", draft.active === name && !this.judged);
    }
    page.part("judge-dealer").textContent = looked?.dealer_total ? `The Dealer: ${looked.dealer_total}` : "";
    const total = page.part("judge-total");
    total.textContent = looked?.total ?? "";
    total.classList.toggle("at-over", Boolean(looked?.over));
    layOut(page, page.part("judge-layout"), draft.layout, looked?.layout ?? [], (place) => ({
      slot: String(place),
      active: draft.active === String(place) && !this.judged,
      says: this.here(String(place)),
    }), "Layout", Boolean(this.judged));
    this.paintAsked();
    tell(page.part("judge-call"), this.last, this.call());
    page.pad.dim(looked?.used[isPlace(draft.active) ? "player" : "dealer"] ?? {});
    page.pad.ready(looked ? !looked.missing : Boolean(draft.tell && draft.truth && draft.layout.length));
    page.part("judge-pad").hidden = Boolean(this.judged);
    page.part("judge-acts").hidden = !this.judged;
    page.part("judge-verdict").hidden = !this.judged;
    this.paintVerdict();
    this.paintWays();
  }

  /** The outcome and both sums; the reasons with them, or below what can be written down. */
  paintVerdict() {
    const { page, judged } = this;
    const reasons = page.part("judge-reasons");
    reasons.hidden = !judged?.ways.length;
    if (!judged) return;
    const place = page.part("judge-verdict");
    judge(place, judged.verdict, page.rules, false);
    const checks = place.querySelector("ol");
    if (!reasons.hidden && checks) reasons.replaceChildren(el("h3", { class: "at-reasons-title" }, "Why"), checks);
  }

  paintAsked() {
    const { page, looked } = this;
    const { early, aces } = looked ?? { early: null, aces: null };
    page.part("judge-aces").hidden = !aces || Boolean(this.judged);
    page.part("judge-early").hidden = !early || Boolean(this.judged);
    if (aces) {
      page.part("judge-aces-picks").replaceChildren(
        ...aces.map((pick) => el("button", { type: "button", class: "at-pick", "data-act": "aces", "data-value": pick.value, "aria-pressed": String(pick.picked) }, pick.label)),
      );
    }
    if (early) {
      const link = ruleLink(early.rule, page.rules);
      page.part("judge-early-question").replaceChildren(curly(early.question), ...(link ? [" ", link] : []));
      for (const button of page.part("judge-early").querySelectorAll("button")) {
        button.setAttribute("aria-pressed", String((button.dataset.value === "yes") === early.holds));
      }
    }
  }

  /** What to do now, in a sentence. */
  call() {
    const { draft } = this;
    if (this.judged) return this.judged.verdict.text;
    if (draft.active === "tell") return draft.tell ? "Another card for the Tell?" : "Tap the cards as they lie on the table: the Tell, the Truth, the Layout.";
    if (draft.active === "truth") return draft.truth ? "Another card for the Truth?" : "Now the Truth. Or tap the Layout, if it has not turned yet.";
    if (Number(draft.active) <= draft.layout.length) return `Another card in place ${draft.active} of the Layout?`;
    return draft.layout.length ? "The next card of the Layout, or Judge." : "Now the Layout, the opening card first.";
  }

  /** @param {string} slot */
  here(slot) {
    return this.draft.active === slot && !this.judged ? ". The next card goes here" : "";
  }

  paintWays() {
    const place = this.page.part("judge-ways");
    const judged = this.judged;
    place.hidden = !judged || judged.ways.length === 0;
    if (place.hidden || !judged) return;
    if (this.written) {
      const boxes = this.page.member(this.written)?.boxes.filter((box) => box.may) ?? [];
      place.replaceChildren(
        el("h3", { class: "at-ways-title" }, `Written down for ${this.written}`),
        ...(boxes.length
          ? [
              el("p", { class: "at-ways-hint" }, "If the trait came into it, it may be marked:"),
              el("div", { class: "at-picks" }, ...boxes.map((box) => el("button", { type: "button", class: "at-pick", "data-act": "way-mark", "data-box": box.box }, `Mark ${box.title}`))),
            ]
          : []),
      );
      return;
    }
    place.replaceChildren(
      el("h3", { class: "at-ways-title" }, "Write it down for"),
      el(
        "ul",
        { class: "at-ways-list" },
        ...judged.ways.map((each) =>
          el(
            "li",
            {},
            ...each.ways.map((way, index) =>
              el(
                "button",
                {
                  type: "button",
                  class: index ? "at-pick at-way-armor" : "at-pick at-way",
                  "data-act": "way",
                  "data-who": each.who,
                  "data-way": index,
                  "aria-disabled": String(Boolean(way.refusal)),
                },
                index ? "Plot Armor" : each.who,
                index ? el("span", { class: "unseen" }, ` for ${each.who}`) : null,
                way.gives ? el("small", {}, index ? way.gives.replace("Plot Armor ", "") : way.gives) : null,
              ),
            ),
          ),
        ),
      ),
    );
  }
}

/** @returns {{ tell: string, truth: string, layout: string[], item: string, early: boolean, aces: string, active: string }} */
function fresh() {
  return { tell: "", truth: "", layout: [], item: "", early: true, aces: "", active: "tell" };
}

/**
 * Says what to do now; a reader hears the last card before it, and nothing twice.
 * @param {HTMLElement} place
 * @param {string} last
 * @param {string} text
 */
function tell(place, last, text) {
  const said = `${last}: ${text}`;
  if (place.dataset.said === said) return;
  place.dataset.said = said;
  place.replaceChildren(...(last ? [el("span", { class: "unseen" }, `${last}. `)] : []), curly(text));
}

/**
 * A Layout: a button for each card and one for the next, with what each card is.
 * @param {Page} page
 * @param {HTMLElement} list
 * @param {string[]} codes
 * @param {Laid[]} known what the engine says of them, once it has
 * @param {(place: number) => { slot: string, active: boolean, says: string }} how
 * @param {string} whose
 * @param {boolean} done whether no more card is expected
 */
function layOut(page, list, codes, known, how, whose, done) {
  const focused = list.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset : null;
  const items = codes.map((code, index) => {
    const place = index + 1;
    const { slot, active, says } = how(place);
    const laid = known[index]?.code === code ? known[index] : null;
    const button = el("button", { type: "button", class: active ? "at-slot at-active" : "at-slot", "data-slot": slot });
    page.fill(button, code, `${laid?.label ?? `${whose} ${place}: ${page.pad.face(code).spoken}`}${says}`, "pc-slot");
    const short = laid?.short ?? "";
    return el(
      "li",
      {},
      button,
      laid?.item && !done
        ? el("button", { type: "button", class: "at-item", "data-act": "item", "data-code": code, "data-slot-of": slot, "aria-pressed": String(laid.item === "yes") }, laid.item === "yes" ? "item" : "item?", el("span", { class: "unseen" }, `: ${laid.spoken} from Inventory`))
        : el("span", { class: "at-laid", "aria-hidden": "true" }, short),
    );
  });
  if (!done) {
    const next = how(codes.length + 1);
    const button = el("button", { type: "button", class: next.active ? "at-slot at-active" : "at-slot", "data-slot": next.slot });
    page.fill(button, "", `${whose}: ${codes.length ? "the next card" : "the opening card"}, not there yet${next.says}`, "pc-slot");
    items.push(el("li", {}, button, el("span", { class: "at-laid", "aria-hidden": "true" }, codes.length ? "next" : "opening")));
  }
  list.replaceChildren(...items);
  if (focused?.slot) /** @type {HTMLElement | null} */ (list.querySelector(`[data-slot="${focused.slot}"]`))?.focus({ preventScroll: true });
  else if (focused?.code) /** @type {HTMLElement | null} */ (list.querySelector(`[data-code="${focused.code}"]`))?.focus({ preventScroll: true });
}

/**
 * An outcome of several, with every check that was made.
 * @param {HTMLElement} place
 * @param {Settled} settled
 * @param {Map<string, import("./view.js").Rule>} rules
 */
function settle(place, settled, rules) {
  place.dataset.outcome = settled.outcome;
  place.replaceChildren(
    el("h2", { class: "verdict-title", tabindex: -1 }, curly(settled.name)),
    el(
      "p",
      { class: "verdict-sums" },
      ...(settled.sums ? settled.sums.flatMap((sum) => [el("span", {}, `${sum.who}: `, ...sentence(sum.parts), "."), " "]) : [el("span", {}, curly(settled.text))]),
    ),
    el(
      "ol",
      { class: "verdict-checks" },
      ...settled.checks.map((check) =>
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

/** A group: each one's outcome by a tap, and what they make together. */
export class Group {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.draft = page.recall("group", () => ({ extras: /** @type {string[]} */ ([]), picked: /** @type {Record<string, string>} */ ({}), armor: /** @type {Record<string, boolean>} */ ({}) }));
    /** @type {Settled | null} */
    this.settled = null;
    this.written = false;
    this.run = 0;
    page.part("group").addEventListener("click", (event) => this.click(/** @type {Element} */ (event.target)));
    page.part("group-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const field = /** @type {HTMLInputElement} */ (document.getElementById("at-group-name"));
      const name = field.value.trim();
      if (!name) return;
      if (this.cast().includes(name)) return this.remark({ message: `${name} is here already.` });
      this.draft.extras.push(name);
      field.value = "";
      this.changed();
    });
  }

  show() {
    this.paint();
    void this.count();
  }

  party() {
    if (!this.page.just) this.written = false;
    if (this.page.panel === "group") this.paint();
  }

  /** Everybody who can be in it: the party, then whoever was added. */
  cast() {
    const party = this.page.members.map((member) => member.name);
    const extras = this.draft.extras.filter((name) => !party.includes(name));
    return party.length || extras.length ? [...party, ...extras] : ["Player 1", "Player 2", "Player 3"];
  }

  /** @param {Objection | null} why */
  remark(why) {
    remark(this.page.part("group-remark"), why, this.page.rules);
  }

  changed() {
    this.written = false;
    this.remark(null);
    this.page.remember("group", this.draft);
    this.paint();
    void this.count();
  }

  async count() {
    const run = ++this.run;
    const outcomes = this.cast().flatMap((name) => this.draft.picked[name] ?? []);
    const answer = outcomes.length ? await this.page.ask("group", { outcomes }, (why) => this.remark(why)) : null;
    if (run !== this.run) return;
    this.settled = answer?.verdict ?? null;
    this.paintVerdict();
  }

  /** @param {Element} at */
  click(at) {
    const pick = /** @type {HTMLElement | null} */ (at.closest("[data-outcome]"));
    const button = /** @type {HTMLElement | null} */ (at.closest("[data-act]"));
    const name = /** @type {HTMLElement | null} */ (at.closest("[data-name]"))?.dataset.name ?? "";
    const { picked, armor } = this.draft;
    if (pick && name) {
      const out = this.page.member(name)?.unconscious;
      if (out) return this.remark({ ...out, message: `${name}: ${out.message}` });
      const outcome = pick.dataset.outcome ?? "";
      if (picked[name] === outcome) delete picked[name];
      else picked[name] = outcome;
      delete armor[name];
      return this.changed();
    }
    switch (button?.dataset.act) {
      case "group-armor":
        if (armor[name]) delete armor[name];
        else armor[name] = true;
        return this.changed();
      case "group-remove":
        this.draft.extras = this.draft.extras.filter((extra) => extra !== name);
        delete picked[name];
        return this.changed();
      case "group-clear":
        this.draft.picked = {};
        this.draft.armor = {};
        return this.changed();
      case "group-write":
        return void this.write();
      case "group-why":
        this.page.reveal(this.page.part("group-verdict"));
        return /** @type {HTMLElement | null} */ (this.page.part("group-verdict").firstElementChild)?.focus({ preventScroll: true });
    }
  }

  async write() {
    if (this.written) return this.remark({ message: "It is written down. Clear begins the next one." });
    const { picked, armor } = this.draft;
    const results = this.page.members
      .filter((member) => picked[member.name])
      .map((member) => ({ who: member.name, outcome: picked[member.name], armor: Boolean(armor[member.name]) }));
    if (!results.length) return this.remark({ message: this.page.members.length ? "Nobody of the party has an outcome yet." : "There is no party to write it down for. The Party tab begins one." });
    this.written = true;
    if (!(await this.page.act({ act: "resolve", results }, (why) => this.remark(why)))) this.written = false;
    this.paint();
  }

  paint() {
    const { page } = this;
    const list = page.part("group-list");
    const focus = /** @type {HTMLElement | null} */ (list.contains(document.activeElement) ? document.activeElement : null);
    const template = /** @type {HTMLTemplateElement} */ (page.part("outcomes"));
    const refocus = focus && { name: focus.closest("li")?.dataset.name, outcome: focus.dataset.outcome, act: focus.dataset.act };
    list.replaceChildren(
      ...this.cast().map((name) => {
        const member = page.member(name);
        const picks = el("div", { class: "at-picks at-four", role: "group", "aria-label": name }, template.content.cloneNode(true));
        for (const pick of picks.querySelectorAll("button")) {
          pick.setAttribute("aria-pressed", String(pick.dataset.outcome === this.draft.picked[name]));
          pick.setAttribute("aria-disabled", String(Boolean(member?.unconscious)));
        }
        const ways = member?.outcomes.filter((each) => each.outcome === this.draft.picked[name]) ?? [];
        const extra = !member && this.draft.extras.includes(name);
        return el(
          "li",
          { "data-name": name },
          el(
            "p",
            { class: "at-group-name" },
            el("b", {}, name),
            member?.unconscious ? el("span", { class: "at-badge" }, "unconscious") : null,
            extra ? el("button", { type: "button", class: "at-link", "data-act": "group-remove", "aria-label": `Remove ${name}` }, "Remove") : null,
            ways.length > 1
              ? el("button", { type: "button", class: "at-toggle", "data-act": "group-armor", "aria-pressed": String(Boolean(this.draft.armor[name])), "aria-label": `${name}: spend Plot Armor` }, "Plot Armor")
              : null,
          ),
          picks,
        );
      }),
    );
    if (refocus) {
      const row = [...list.children].find((item) => /** @type {HTMLElement} */ (item).dataset.name === refocus.name);
      const key = refocus.outcome ? `[data-outcome="${refocus.outcome}"]` : `[data-act="${refocus.act}"]`;
      /** @type {HTMLElement | null} */ (row?.querySelector(key) ?? row?.querySelector("button") ?? null)?.focus({ preventScroll: true });
    }
    this.paintVerdict();
  }

  paintVerdict() {
    const { page } = this;
    const place = page.part("group-verdict");
    place.hidden = !this.settled;
    const tally = page.part("group-tally");
    tally.hidden = !this.settled;
    if (this.settled) {
      settle(place, this.settled, page.rules);
      page.part("group-said").replaceChildren(el("b", {}, this.settled.name), ` ${curly(this.settled.counts ?? "")}`);
    }
    const write = page.button("group-write");
    write.hidden = page.members.length === 0;
    write.textContent = this.written ? "Written down" : "Write it down";
    write.setAttribute("aria-disabled", String(this.written || !page.members.some((member) => this.draft.picked[member.name])));
  }
}

/** @typedef {{ name: string, layout: string[], item: string }} Side */
/** @typedef {{ layout: Laid[], total: string, over: boolean, used: Used }} LookedSide */

/** A duel: two Layouts, and who wins. */
export class Duel {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.draft = page.recall("duel", twoSides);
    /** @type {{ a: LookedSide, b: LookedSide, missing: Objection | null, verdict: (Settled & { winner: string }) | null, lessons: string[] } | null} */
    this.looked = null;
    this.settled = false;
    this.written = false;
    this.run = 0;
    /** @type {import("./atable_pad.js").Hands} */
    this.hands = {
      card: (code) => this.card(code),
      erase: () => this.erase(),
      go: () => void this.go(),
      refuse: (why) => this.remark(why),
    };
    const root = page.part("duel");
    root.addEventListener("click", (event) => this.click(/** @type {Element} */ (event.target)));
    root.addEventListener("change", (event) => {
      const select = /** @type {HTMLSelectElement} */ (event.target);
      const side = /** @type {"a" | "b"} */ (select.dataset.side);
      const other = this.draft[side === "a" ? "b" : "a"];
      if (select.value === other.name) other.name = this.draft[side].name;
      this.draft[side].name = select.value;
      this.changed();
    });
  }

  show() {
    this.page.pad.serve(this.page.part("duel-pad"), this.hands, "Settle");
    this.paint();
    void this.look();
  }

  party() {
    if (!this.page.just) this.written = false;
    const known = [...PLAYERS, ...this.page.members.map((member) => member.name)];
    for (const [side, usual] of /** @type {const} */ ([["a", PLAYERS[0]], ["b", PLAYERS[1]]])) {
      if (!known.includes(this.draft[side].name)) this.draft[side].name = usual;
    }
    if (this.page.panel === "duel") {
      this.paint();
      void this.look();
    }
  }

  /** @param {Objection | null} why */
  remark(why) {
    remark(this.page.part("duel-remark"), why, this.page.rules);
  }

  /** @returns {["a" | "b", number]} */
  get active() {
    const [side, place] = this.draft.active.split(" ");
    return [side === "b" ? "b" : "a", Number(place)];
  }

  /** @param {"a" | "b"} side */
  open(side) {
    return `${side} ${this.draft[side].layout.length + 1}`;
  }

  /** @param {string} code */
  card(code) {
    const [side, place] = this.active;
    tell(this.page.part("duel-call"), this.page.pad.face(code).spoken, `${this.draft[side].name}, card ${place}.`);
    this.draft[side].layout.splice(place - 1, 1, code);
    this.draft.active = this.open(side);
    this.changed();
  }

  erase() {
    const [side, place] = this.active;
    const { layout } = this.draft[side];
    if (place <= layout.length) layout.splice(place - 1, 1);
    else layout.pop();
    this.draft.active = this.open(side);
    this.changed();
  }

  changed() {
    for (const side of /** @type {const} */ (["a", "b"])) {
      if (!this.draft[side].layout.includes(this.draft[side].item)) this.draft[side].item = "";
    }
    this.settled = this.written = false;
    this.remark(null);
    this.page.remember("duel", this.draft);
    this.paint();
    void this.look();
  }

  params() {
    const { a, b, active } = this.draft;
    return { a, b, active, campaign: this.page.store.campaign };
  }

  async look() {
    const run = ++this.run;
    const looked = await this.page.ask("duel", this.params(), (why) => this.remark(why));
    if (!looked || run !== this.run) return;
    this.looked = looked;
    this.paint();
  }

  async go() {
    this.page.waits("It is settled as soon as the rules are here.");
    const looked = await this.page.ask("duel", this.params(), (why) => this.remark(why));
    if (!looked) return;
    this.looked = looked;
    if (looked.missing) return this.remark(looked.missing);
    this.settled = true;
    this.paint();
    /** @type {HTMLElement | null} */ (this.page.part("duel-verdict").firstElementChild)?.focus({ preventScroll: true });
    this.page.reveal(this.page.part("duel-verdict"));
  }

  /** @param {Element} at */
  click(at) {
    const slot = /** @type {HTMLElement | null} */ (at.closest("[data-slot]"));
    const button = /** @type {HTMLElement | null} */ (at.closest("[data-act]"));
    if (slot) {
      this.draft.active = slot.dataset.slot ?? "a 1";
      return this.changed();
    }
    switch (button?.dataset.act) {
      case "item": {
        const side = /** @type {"a" | "b"} */ (button.dataset.slotOf?.startsWith("b") ? "b" : "a");
        const code = button.dataset.code ?? "";
        this.draft[side].item = this.draft[side].item === code ? "" : code;
        return this.changed();
      }
      case "duel-next": {
        const { a, b } = this.draft;
        this.draft = { ...twoSides(), a: { ...a, layout: [], item: "" }, b: { ...b, layout: [], item: "" } };
        return this.changed();
      }
      case "duel-back":
        return this.changed();
      case "duel-write":
        return void this.write();
    }
  }

  async write() {
    if (this.written) return this.remark({ message: "It is written down. Next duel clears the table." });
    const { a, b } = this.draft;
    this.written = true;
    if (!(await this.page.act({ act: "duel", a, b }, (why) => this.remark(why)))) this.written = false;
    this.paint();
  }

  paint() {
    const { page, draft, looked } = this;
    const place = page.part("duel-sides");
    const lists = /** @type {const} */ (["a", "b"]).map((side) => {
      const made = place.querySelector(`[data-of="${side}"]`);
      return /** @type {HTMLElement} */ (made ?? this.build(side));
    });
    if (!place.firstChild) place.append(...lists);
    /** @type {const} */ (["a", "b"]).forEach((side, index) => {
      const block = /** @type {HTMLElement} */ (lists[index]);
      const seen = looked?.[side];
      const select = /** @type {HTMLSelectElement} */ (block.querySelector("select"));
      const names = [...PLAYERS, ...page.members.map((member) => member.name)];
      if ([...select.options].map((option) => option.value).join("\n") !== names.join("\n")) {
        select.replaceChildren(...names.map((name) => el("option", { value: name }, name)));
      }
      select.value = draft[side].name;
      const total = /** @type {HTMLElement} */ (block.querySelector("b"));
      total.textContent = seen?.total ?? "";
      total.classList.toggle("at-over", Boolean(seen?.over));
      const list = /** @type {HTMLElement} */ (block.querySelector("ol"));
      layOut(page, list, draft[side].layout, seen?.layout ?? [], (at) => ({
        slot: `${side} ${at}`,
        active: draft.active === `${side} ${at}` && !this.settled,
        says: draft.active === `${side} ${at}` && !this.settled ? ". The next card goes here" : "",
      }), draft[side].name, this.settled);
    });
    page.pad.dim(looked?.[this.active[0]].used ?? {});
    page.pad.ready(looked ? !looked.missing : Boolean(draft.a.layout.length && draft.b.layout.length));
    const verdict = this.settled ? looked?.verdict : null;
    page.part("duel-pad").hidden = Boolean(verdict);
    page.part("duel-acts").hidden = !verdict;
    page.part("duel-verdict").hidden = !verdict;
    if (!verdict) return;
    settle(page.part("duel-verdict"), verdict, page.rules);
    const write = page.button("duel-write");
    write.hidden = !looked?.lessons.length;
    write.textContent = this.written ? "Written down" : "Write it down";
    write.setAttribute("aria-disabled", String(this.written));
    page.button("duel-next").classList.toggle("at-main", write.hidden);
  }

  /** @param {"a" | "b"} side */
  build(side) {
    const id = `at-duel-${side}`;
    return el(
      "div",
      { class: "at-side", "data-of": side },
      el(
        "div",
        { class: "at-you" },
        el("label", { class: "unseen", for: id }, side === "a" ? "Who" : "Against"),
        el("select", { id, class: "at-select", "data-side": side }),
        el("p", { class: "at-total" }, el("span", { class: "unseen" }, "total "), el("b")),
      ),
      el("ol", { class: "at-layout", "aria-label": side === "a" ? "The first Layout" : "The second Layout" }),
    );
  }
}

const PLAYERS = /** @type {const} */ (["Player A", "Player B"]);

/** @returns {{ a: Side, b: Side, active: string }} */
function twoSides() {
  return { a: { name: PLAYERS[0], layout: [], item: "" }, b: { name: PLAYERS[1], layout: [], item: "" }, active: "a 1" };
}

/** @typedef {{ name: string, cuts: string[] }} Person */

const DEALER = "The Dealer";

/** Initiative: everybody's cut, and the order. */
export class Cuts {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.draft = page.recall("cuts", () => ({ people: /** @type {Person[]} */ ([]), active: "", begun: false }), { name: "", cuts: [] });
    /** @type {{ cards: Record<string, import("./view.js").Card[]>, asleep: string[], owing: string[], refusal: Objection | null,
     *   order: { who: string, parts: Parts, rule: string }[] } | null} */
    this.looked = null;
    this.run = 0;
    /** whether cards are changed although the order is there */
    this.fixing = false;
    /** the card that was cut last, in words */
    this.last = "";
    /** @type {import("./atable_pad.js").Hands} */
    this.hands = {
      card: (code) => this.card(code),
      erase: () => this.erase(),
      go: () => this.clear(),
      refuse: () => {},
    };
    page.part("initiative").addEventListener("click", (event) => this.click(/** @type {Element} */ (event.target)));
    page.part("cuts-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const field = /** @type {HTMLInputElement} */ (document.getElementById("at-cuts-name"));
      if (this.join(field.value.trim())) field.value = "";
    });
  }

  show() {
    this.page.pad.serve(this.page.part("cuts-pad"), this.hands, "Clear", true);
    this.seat();
    this.paint();
    void this.look();
  }

  party() {
    if (this.page.panel === "initiative") this.show();
  }

  /** Whoever of the party is awake sits down first; until a card is cut the list follows the party. */
  seat() {
    const { draft, page } = this;
    if (draft.people.some((person) => person.cuts.length) || draft.begun) return;
    const awake = page.members.filter((member) => !member.unconscious).map((member) => member.name);
    draft.people = [...awake, DEALER].map((name) => ({ name, cuts: [] }));
    if (awake.length === 0) draft.people.unshift({ name: "Player 1", cuts: [] });
    draft.active = draft.people[0]?.name ?? "";
  }

  /** @param {string} name */
  join(name) {
    if (!name) return false;
    if (this.draft.people.some((person) => person.name === name)) {
      this.remark({ message: `${name} is here already.` });
      return false;
    }
    this.draft.people.push({ name, cuts: [] });
    this.draft.begun = true;
    this.changed();
    return true;
  }

  /** @param {Objection | null} why */
  remark(why) {
    remark(this.page.part("cuts-remark"), why, this.page.rules);
  }

  person() {
    return this.draft.people.find((person) => person.name === this.draft.active);
  }

  /** @param {string} code */
  card(code) {
    const person = this.person();
    if (!person) return this.remark({ message: "Tap whose card it is first." });
    const owes = !this.looked || this.looked.owing.includes(person.name);
    if (!owes) person.cuts.pop();
    person.cuts.push(code);
    this.last = this.page.pad.face(code).spoken;
    this.draft.begun = true;
    this.fixing = false;
    // Until the engine is here, the next one without a card is next.
    const after = this.draft.people.find((other) => other.cuts.length === 0);
    if (after) this.draft.active = after.name;
    this.changed(true);
  }

  erase() {
    this.person()?.cuts.pop();
    this.changed();
  }

  clear() {
    for (const person of this.draft.people) person.cuts = [];
    this.draft.active = this.draft.people[0]?.name ?? "";
    this.draft.begun = false;
    this.fixing = false;
    this.seat();
    this.changed();
    this.page.pad.ranks[0]?.focus({ preventScroll: true });
  }

  /** @param {boolean} [on] whether to go on to whoever has to cut next */
  changed(on = false) {
    this.remark(null);
    this.page.remember("cuts", this.draft);
    this.paint();
    void this.look(on);
  }

  /** @param {boolean} [on] */
  async look(on = false) {
    const run = ++this.run;
    const { people } = this.draft;
    if (people.length === 0) {
      this.looked = null;
      return this.paint();
    }
    const looked = await this.page.ask("cuts", { people, campaign: this.page.store.campaign }, (why) => this.remark(why));
    if (!looked || run !== this.run) return;
    this.looked = looked;
    if (on && looked.owing.length) this.draft.active = looked.owing.includes(this.draft.active) ? this.draft.active : looked.owing[0];
    // Asking for a cut is no remark, but a tie is, and so is somebody who lies on the floor.
    const tied = looked.owing.some((/** @type {string} */ name) => people.find((person) => person.name === name)?.cuts.length);
    this.remark(looked.asleep.length || tied ? looked.refusal : null);
    this.paint();
  }

  /** @param {Element} at */
  click(at) {
    const button = /** @type {HTMLElement | null} */ (at.closest("[data-act]"));
    const name = /** @type {HTMLElement | null} */ (at.closest("[data-name]"))?.dataset.name ?? "";
    if (button?.dataset.act === "cuts-next") this.clear();
    else if (button?.dataset.act === "cuts-back") {
      this.fixing = true;
      this.paint();
      this.page.pad.ranks[0]?.focus({ preventScroll: true });
    } else if (button?.dataset.act === "cut") {
      this.draft.active = name;
      this.fixing = true;
      this.remark(null);
      this.paint();
    } else if (button?.dataset.act === "uncut") {
      this.draft.people = this.draft.people.filter((person) => person.name !== name);
      if (this.draft.active === name) this.draft.active = this.draft.people.find((person) => !person.cuts.length)?.name ?? "";
      this.draft.begun = true;
      this.changed();
    }
  }

  paint() {
    const { page, draft, looked } = this;
    const fits = looked && draft.people.every((person) => looked.cards[person.name]?.length === person.cuts.length);
    const order = fits && !this.fixing ? looked.order : [];
    const people = order.length ? order.map((place) => /** @type {Person} */ (draft.people.find((person) => person.name === place.who))) : draft.people;
    const list = page.part("cuts-list");
    const focus = /** @type {HTMLElement | null} */ (list.contains(document.activeElement) ? document.activeElement : null);
    const refocus = focus && { name: focus.closest("li")?.dataset.name, act: focus.dataset.act };
    list.classList.toggle("at-ordered", order.length > 0);
    list.replaceChildren(
      ...people.map((person, index) => {
        const place = order[index];
        const active = person.name === draft.active;
        const asleep = Boolean(looked?.asleep.includes(person.name));
        const cards = person.cuts.map((code, turn) => looked?.cards[person.name]?.[turn]?.code === code ? cardFace(/** @type {any} */ (looked.cards[person.name]?.[turn])) : plainCard(page.pad.face(code), `${person.name} cut the ${page.pad.face(code).spoken}`));
        return el(
          "li",
          { "data-name": person.name, class: [active && !order.length ? "at-active" : "", asleep ? "at-asleep" : ""].join(" ").trim() || null },
          el(
            "button",
            { type: "button", class: "at-person", "data-act": "cut", "aria-pressed": String(active) },
            el("b", {}, person.name),
            asleep ? el("span", { class: "at-badge" }, "unconscious") : null,
            el("span", { class: "at-cut-cards" }, ...(cards.length ? cards : [el("span", { class: "at-laid" }, active ? "tap a card" : "has to cut")])),
          ),
          el("button", { type: "button", class: "at-x", "data-act": "uncut", "aria-label": `Remove ${person.name}` }, "×"),
          place ? el("p", { class: "at-why" }, ...sentence(place.parts), " ", ruleLink(place.rule, page.rules)) : null,
        );
      }),
    );
    if (refocus) {
      const row = [...list.children].find((item) => /** @type {HTMLElement} */ (item).dataset.name === refocus.name);
      /** @type {HTMLElement | null} */ (row?.querySelector(`[data-act="${refocus.act}"]`) ?? null)?.focus({ preventScroll: true });
    }
    const now = draft.active ? `${draft.active} cuts.` : "Everybody cuts.";
    const call = order.length ? `${order[0]?.who} acts first.` : draft.people.length ? `${now} Tap the card that it shows.` : "Who takes part? Add them below.";
    tell(page.part("cuts-call"), this.last, call);
    page.part("cuts-pad").hidden = page.part("cuts-form").hidden = order.length > 0;
    page.part("cuts-acts").hidden = order.length === 0;
    page.pad.dim({});
    page.pad.ready(draft.people.some((person) => person.cuts.length));
  }
}
