// What every page does: light or dark, the search, the menu, the part of the page that is being read.
// @ts-check
export {}; // a module: its names are its own

const dark = matchMedia("(prefers-color-scheme: dark)");
const CHOICE = "aces.scheme";

/** @returns {string | null} the scheme that the reader chose, if any */
function chosen() {
  try {
    return localStorage.getItem(CHOICE);
  } catch {
    return null;
  }
}

/** @param {string} scheme "default" (light) or "slate" (dark) */
function show(scheme) {
  document.body.setAttribute("data-md-color-scheme", scheme);
  for (const button of document.querySelectorAll("[data-scheme-switch]")) {
    button.setAttribute("aria-pressed", String(scheme === "slate"));
  }
}

show(chosen() ?? (dark.matches ? "slate" : "default"));
dark.addEventListener("change", () => {
  if (!chosen()) show(dark.matches ? "slate" : "default");
});

// ---------------------------------------------------------------- search

const search = /** @type {HTMLInputElement | null} */ (document.getElementById("__search"));
const panel = /** @type {HTMLElement | null} */ (document.querySelector("[data-md-component=search]"));
const query = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-md-component=search-query]"));
const searchButton = /** @type {HTMLElement | null} */ (document.querySelector("[data-search-open]"));

/** Fetch Material's search, once. It reads what has been typed by then. */
function loadSearch() {
  const waiting = /** @type {HTMLTemplateElement | null} */ (document.getElementById("search-script"));
  for (const { src } of waiting?.content.querySelectorAll("script") ?? []) {
    const script = document.createElement("script");
    script.src = src;
    document.body.append(script);
  }
  waiting?.remove();
}

/** @param {boolean} open @param {boolean} [refocus] whether the button gets the focus back */
function toggleSearch(open, refocus = true) {
  if (!search || search.checked === open) return;
  search.checked = open;
  search.dispatchEvent(new Event("change"));
  if (open) {
    query?.focus();
    loadSearch();
  } else if (refocus) {
    searchButton?.focus();
  }
}

searchButton?.addEventListener("pointerenter", loadSearch, { once: true });
if (new URLSearchParams(location.search).has("h")) loadSearch(); // the words that were searched for light up

// Material searches on a key that comes up; pasted and spoken text has none.
query?.addEventListener("input", () => query.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true })));
panel?.addEventListener("keydown", (event) => {
  if (event.key === "Tab") event.stopPropagation(); // it walks, where Material would close
  if (event.key === "Escape") {
    event.stopPropagation();
    toggleSearch(false);
  }
});
addEventListener("focusin", (event) => {
  if (panel && !panel.contains(/** @type {Node} */ (event.target))) toggleSearch(false, false);
});
addEventListener(
  "keydown",
  (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      toggleSearch(true);
    }
  },
  true,
);

// ---------------------------------------------------------------- clicks

document.addEventListener("click", (event) => {
  const at = /** @type {Element} */ (event.target);
  if (at.closest("[data-scheme-switch]")) {
    const scheme = document.body.getAttribute("data-md-color-scheme") === "slate" ? "default" : "slate";
    show(scheme);
    try {
      localStorage.setItem(CHOICE, scheme);
    } catch {
      // Without storage the choice lasts for this page.
    }
  } else if (at.closest("[data-search-open]")) {
    toggleSearch(true);
  } else if (at.closest("[data-search-close], .md-search__overlay")) {
    event.preventDefault();
    toggleSearch(false);
  } else if (at.closest(".md-search-result__link")) {
    toggleSearch(false, false);
  } else if (at.closest("#site-menu a")) {
    document.getElementById("site-menu")?.hidePopover();
  }
});

// ---------------------------------------------------------------- on this page

const marks = new Map(
  Array.from(document.querySelectorAll(".on-page a"), (link) => [decodeURIComponent(link.getAttribute("href") ?? ""), link]),
);
if (marks.size) {
  const heads = Array.from(document.querySelectorAll(".prose h2[id]")).filter((head) => marks.has(`#${head.id}`));
  /** The last heading above the middle of the upper half is where the reader is. */
  const mark = () => {
    const here = heads.filter((head) => head.getBoundingClientRect().top < innerHeight * 0.25).at(-1);
    for (const [target, link] of marks) {
      if (here && target === `#${here.id}`) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    }
  };
  const watcher = new IntersectionObserver(mark, { rootMargin: "0px 0px -75% 0px" });
  heads.forEach((head) => watcher.observe(head));
}
