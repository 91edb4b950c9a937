// What every page does beside Material's search: light or dark, opening the search, closing the menu.
// @ts-check

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

const search = /** @type {HTMLInputElement | null} */ (document.getElementById("__search"));
const query = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-md-component=search-query]"));

// Material searches on a key that comes up; pasted and spoken text has none.
query?.addEventListener("input", () => query.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true })));
search?.addEventListener("change", () => {
  if (!search.checked) /** @type {HTMLElement | null} */ (document.querySelector("[data-search-open]"))?.focus();
});

/** @param {boolean} open */
function toggleSearch(open) {
  if (!search || search.checked === open) return;
  search.click();
  if (open) query?.focus();
}

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
  } else if (at.closest("[data-search-close]")) {
    toggleSearch(false);
  } else if (at.closest("#site-menu a")) {
    document.getElementById("site-menu")?.hidePopover();
  }
});

addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
    event.preventDefault();
    toggleSearch(true);
  }
}, true);
