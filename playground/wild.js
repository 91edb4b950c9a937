/**
 * Draws from the Wild tables. It holds no table and no rule: wild.json says what each card gives,
 * and the page says what can be drawn.
 *
 * @typedef {{ text: string, suit: string, rank: string, spoken: string }} Face
 * @typedef {{ text: string, why: string, other?: string, prompts?: string[] }} Said
 * @typedef {{ kind: string, title: string, cards: number }} Choice
 * @typedef {{ form: string, role: Said[], adjective: Said[] }} Halves
 * @typedef {{ cards: Face[], choices: Choice[], character: Halves } & Record<string, Said[]>} Draws
 * @typedef {{ title: string, cards: Face[], said: Said }} Drawn
 */

const KEPT = 6; // draws that stay in sight below the latest one

/**
 * Different cards by index, each as likely as any other.
 *
 * @param {number} count
 * @param {number} size
 * @returns {number[]}
 */
export function pick(count, size) {
  /** @type {number[]} */
  const taken = [];
  const fair = Math.floor(256 / size) * size;
  while (taken.length < count) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < fair && !taken.includes(byte % size)) taken.push(byte % size);
  }
  return taken;
}

/**
 * What the cards give.
 *
 * @param {Draws} draws
 * @param {Choice} choice
 * @param {number[]} cards
 * @returns {Drawn}
 */
export function read(draws, choice, cards) {
  const faces = cards.map((card) => draws.cards[card]);
  if (choice.kind !== "character") return { title: choice.title, cards: faces, said: draws[choice.kind][cards[0]] };
  const { form, role, adjective } = draws.character;
  const [first, second] = [role[cards[0]], adjective[cards[1]]];
  /** @param {string} word */
  const together = (word) => form.replace(/\{(adjective|role)\}/g, (_, name) => (name === "role" ? first.text : word));
  const said = {
    text: together(second.text),
    other: together(second.other ?? ""),
    why: `${first.why} ${second.why}`,
  };
  return { title: choice.title, cards: faces, said };
}

/**
 * A draw as lines of text, to paste into notes.
 *
 * @param {Drawn} drawn
 * @returns {string}
 */
export function asText({ title, cards, said }) {
  const lines = [`${title}: ${said.text} (${cards.map((card) => card.text).join(" ")})`];
  if (said.other) lines.push(`or: ${said.other}`);
  for (const prompt of said.prompts ?? []) lines.push(`- ${prompt}`);
  return lines.join("\n");
}

/**
 * An element with a class, attributes and children.
 *
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** @param {Face} face */
function cardArt(face) {
  const court = ["J", "Q", "K"].includes(face.rank) ? " pc-court" : "";
  return make(
    "span",
    {
      class: `pc pc-deal${court}`,
      "data-suit": face.suit,
      "data-rank": face.rank,
      role: "img",
      "aria-label": face.spoken,
    },
    make("b", {}, face.rank),
    make("i", {}, face.text.slice(-1)),
  );
}

/** @param {Drawn} drawn */
function show({ cards, said }) {
  const words = make("div", { class: "wild-words" }, make("p", { class: "wild-text" }, said.text));
  if (said.other) words.append(make("p", { class: "wild-other" }, `or ${said.other}`));
  if (said.prompts) words.append(make("ul", {}, ...said.prompts.map((prompt) => make("li", {}, prompt))));
  words.append(make("p", { class: "wild-why" }, said.why));
  return [make("div", { class: "pcs" }, ...cards.map(cardArt)), words];
}

/**
 * Copies a text, in an older browser or on an insecure page through the selection.
 *
 * @param {string} text
 * @returns {Promise<boolean>}
 */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = /** @type {HTMLTextAreaElement} */ (make("textarea", { "aria-hidden": "true", tabindex: "-1" }));
    area.value = text;
    area.style.position = "fixed";
    area.style.opacity = "0";
    document.body.append(area);
    const focused = document.activeElement;
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return done;
  }
}

/**
 * @template {Element} E
 * @param {Element} within
 * @param {string} selector
 * @param {new () => E} kind
 * @returns {E}
 */
function find(within, selector, kind) {
  const element = within.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`the page has no ${selector}`);
  return element;
}

/** @param {HTMLElement} place */
function begin(place) {
  const form = find(place, "form", HTMLFormElement);
  const table = find(place, ".wild-drawn", HTMLElement);
  const copying = find(place, ".wild-copy", HTMLElement);
  const told = find(copying, "[role=status]", HTMLElement);
  const past = find(place, ".wild-past", HTMLElement);
  const address = new URL(place.dataset.wild ?? "", document.baseURI);
  /** @type {Promise<Draws>} */
  const coming = fetch(address).then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(`${answer.status}`))));
  coming.catch(() => {
    table.replaceChildren(make("p", {}, "The cards to draw from did not load. The tables below hold the same words."));
    form.hidden = true;
  });
  /** @type {Drawn | undefined} */
  let latest;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const draws = await coming.catch(() => null);
    if (!draws) return;
    const kind = String(new FormData(form).get("kind"));
    const choice = draws.choices.find((one) => one.kind === kind) ?? draws.choices[0];
    if (latest) {
      past.prepend(make("li", {}, `${latest.said.text} `, make("span", {}, latest.cards.map((c) => c.text).join(" "))));
      while (past.childElementCount > KEPT) past.lastElementChild?.remove();
      past.parentElement?.removeAttribute("hidden");
    }
    latest = read(draws, choice, pick(choice.cards, draws.cards.length));
    table.replaceChildren(...show(latest));
    told.textContent = "";
    copying.hidden = false;
  });
  find(form, "button", HTMLButtonElement).disabled = false;
  find(copying, "button", HTMLButtonElement).addEventListener("click", async () => {
    if (latest) told.textContent = (await copy(asText(latest))) ? "Copied." : "This browser does not let the page copy.";
  });
}

if (typeof document !== "undefined") {
  const place = document.querySelector("[data-wild]");
  if (place instanceof HTMLElement) begin(place);
}
