// In the head of a page with the engine, word for word: the engine is fetched while the page is still being read.
// `Engine.start` joins what began here. Whatever fails here is left to it, which tries again and says why.
// @ts-check
{
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const line = /** @type {{ saveData?: boolean, effectiveType?: string } | undefined} */ (Reflect.get(navigator, "connection"));
  /** @type {import("./engine.js").Early} */
  const early = {
    thrifty: Boolean(line?.saveData) || /2g/.test(line?.effectiveType ?? "") || matchMedia("(prefers-reduced-data: reduce)").matches,
    start: null,
  };
  if (!early.thrifty && typeof DecompressionStream === "function") {
    const home = new URL(script.dataset.engine ?? "", document.baseURI);
    const more = (script.dataset.more ?? "").split(" ").filter(Boolean);
    const base = new URL("../runtime/", home).href;
    const worker = new Worker(new URL("worker.js", home), { type: "module", name: "aces" });
    const begun = { worker, more, told: /** @type {any[]} */ ([]), failed: false };
    worker.onmessage = ({ data }) => begun.told.push(data);
    worker.onerror = (event) => {
      event.preventDefault();
      begun.failed = true;
    };
    worker.postMessage({ v: 1, type: "boot", base, more });
    early.start = begun;
  }
  Reflect.set(window, "aces", early);
  // A script that does not come cannot say so itself.
  const tell = (/** @type {Event} */ { target }) => {
    const line = target instanceof HTMLScriptElement ? document.querySelector('[data-part="boot-line"]') : null;
    if (line) line.textContent = "A part of this page did not arrive. Load the page again.";
  };
  addEventListener("error", tell, true);
}
