// Files that a page takes and gives, and texts that go to the clipboard.
// @ts-check

import { el, remark } from "./view.js";

/** @typedef {import("./view.js").Objection & { faults?: string[], more?: number, source?: string }} Objection */

/**
 * Hands a text over as a file.
 * @param {string} name
 * @param {string} text
 */
export function save(name, text) {
  const type = name.endsWith(".json") ? "application/json" : "text/plain";
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Bytes beyond which a page does not even read a file. Any that the engine takes is far smaller. */
const READABLE = 20_000_000;

/**
 * @param {File} file
 * @returns {Promise<{ text: string, why: "" } | { text: null, why: string }>} what is in it, or why that is not to be had
 */
export async function read(file) {
  if (file.size > READABLE) return { text: null, why: `${file.name} is larger than ${READABLE.toLocaleString("en")} bytes.` };
  try {
    return { text: await file.text(), why: "" };
  } catch {
    return { text: null, why: `${file.name} could not be read.` };
  }
}

/**
 * Why a file was refused, fault by fault with its path.
 * @param {HTMLElement} place
 * @param {Objection} why
 * @param {Map<string, import("./view.js").Rule>} rules
 */
export function faults(place, why, rules) {
  if (!why.faults) return remark(place, why, rules);
  place.replaceChildren(
    el("p", {}, el("b", {}, why.source ?? ""), " cannot be used, and nothing has changed:"),
    el("ul", {}, ...why.faults.map((fault) => el("li", {}, fault))),
    ...(why.more ? [el("p", {}, `And ${why.more} more.`)] : []),
  );
}

/**
 * Copies the text of a field; where the browser does not let the page, it is marked for the reader.
 * @param {HTMLInputElement} field
 * @returns {Promise<boolean>}
 */
export async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return false;
  }
}
