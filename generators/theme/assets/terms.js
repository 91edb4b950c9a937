// A word of the glossary, explained beside it: on hover, on focus, and by a tap. Escape puts it away.
// The definitions stand in the page, hidden; each link to the glossary names its own (aria-describedby).
// @ts-check
export {}; // a module: its names are its own

const WAIT = 200; // ms before a pointer opens, and before it closes: long enough to cross from word to card
const GAP = 6; // px between the two
const MARGIN = 12; // px that stay free at the edges of the window

/** The card that is shown: one at a time, set behind its word so that the Tab key finds it next. */
const card = document.createElement("span");
card.className = "term-card";
card.popover = "manual";
card.addEventListener("focusout", (event) => leave(event));
card.addEventListener("pointerenter", () => clearTimeout(timer));
card.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && closeSoon());

/** @type {HTMLAnchorElement | null} */
let open = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let touched = false;

/** @param {HTMLAnchorElement} word */
function show(word) {
  clearTimeout(timer);
  if (open === word) return;
  hide();
  const about = document.getElementById(word.getAttribute("aria-describedby") ?? "");
  if (!about) return;
  const title = document.createElement("b");
  title.textContent = about.dataset.term ?? "";
  const says = document.createElement("span");
  says.append(...Array.from(about.cloneNode(true).childNodes));
  const more = document.createElement("a");
  more.href = about.dataset.url ?? word.href;
  more.textContent = about.dataset.more ?? "";
  card.replaceChildren(title, says, more);
  word.after(card);
  card.showPopover();
  place(word);
  open = word;
}

/** Below the word if there is room, else above it; never past an edge. @param {HTMLAnchorElement} word */
function place(word) {
  const at = word.getClientRects()[0] ?? word.getBoundingClientRect();
  const { width, height } = card.getBoundingClientRect();
  const under = at.bottom + GAP + height + MARGIN <= innerHeight || at.top < height + GAP + MARGIN;
  const room = document.documentElement.clientWidth - width - MARGIN;
  card.style.left = `${Math.max(MARGIN, Math.min(at.left, room)) + scrollX}px`;
  card.style.top = `${(under ? at.bottom + GAP : at.top - GAP - height) + scrollY}px`;
}

function hide() {
  clearTimeout(timer);
  if (!open) return;
  open = null;
  if (card.contains(document.activeElement)) /** @type {HTMLElement} */ (document.activeElement).blur();
  card.hidePopover();
  card.remove();
}

function closeSoon() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (open !== document.activeElement && !card.contains(document.activeElement)) hide();
  }, WAIT);
}

/** Close when the focus goes neither to the word nor into its card. @param {FocusEvent} event */
function leave(event) {
  const to = /** @type {Node | null} */ (event.relatedTarget);
  if (open && to !== open && !card.contains(to)) hide();
}

if ("showPopover" in card) {
  for (const word of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a.term"))) {
    word.addEventListener("pointerdown", (event) => (touched = event.pointerType !== "mouse"));
    word.addEventListener("pointerenter", (event) => {
      if (event.pointerType !== "mouse") return;
      clearTimeout(timer);
      timer = setTimeout(() => show(word), WAIT);
    });
    word.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && closeSoon());
    word.addEventListener("focus", () => word.matches(":focus-visible") && show(word));
    word.addEventListener("blur", leave);
    word.addEventListener("click", (event) => {
      if (!touched) return; // a mouse or the Enter key follows the link
      touched = false;
      event.preventDefault();
      if (open === word) hide();
      else show(word);
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !open) return;
    const word = open;
    const inside = card.contains(document.activeElement);
    hide();
    if (inside) word.focus();
    hide(); // which the focus may have opened again
  });
  document.addEventListener("pointerdown", (event) => {
    const at = /** @type {Node} */ (event.target);
    if (open && at !== open && !card.contains(at)) hide();
  });
  addEventListener("resize", () => open && place(open));
}
