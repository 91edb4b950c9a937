// Keeps the site for later without a connection, where the browser can, once somebody has used the page.
// Nothing depends on it: it starts after the engine, after the first tap or key, and never where data is saved.
// @ts-check

const SCOPE = new URL("../../", import.meta.url);
const SCRIPT = new URL("offline.js", SCOPE);

/** @type {((line: string) => void)[]} */
const listeners = [];
let line = "";

/** @param {string} now */
function tell(now) {
  line = now;
  for (const listener of listeners) listener(now);
}

/**
 * Says, now and later, whether the site works without a connection.
 * @param {(line: string) => void} listener
 */
export function keep(listener) {
  listeners.push(listener);
  if (line) listener(line);
}

/** @returns {Promise<void>} once somebody has tapped or typed */
function used() {
  return new Promise((resolve) => {
    const options = { once: true, capture: true, passive: true };
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => resolve(), options);
  });
}

/** @returns {Promise<void>} once the engine runs, so that nothing is fetched beside it */
function started() {
  return new Promise((resolve) => {
    const watch = new PerformanceObserver((list) => {
      if (list.getEntriesByName("aces-engine-ready").length) resolve();
    });
    watch.observe({ type: "mark", buffered: true });
  });
}

async function register() {
  const saves = /** @type {{ saveData?: boolean } | undefined} */ (Reflect.get(navigator, "connection"))?.saveData;
  if (!("serviceWorker" in navigator) || saves) return tell("Without a connection this page works only while it stays open.");
  try {
    const found = await navigator.serviceWorker.getRegistration(SCOPE.href);
    if (found?.active) tell("The whole site works without a connection.");
    await Promise.all([used(), started()]);
    const registration = await navigator.serviceWorker.register(SCRIPT, { scope: SCOPE.pathname });
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    if (!worker) return;
    const said = () => {
      if (worker.state === "activated") tell("The whole site works without a connection.");
      else if (worker.state === "redundant" && !registration.active) tell("The site could not be kept for later. It is tried again next time.");
      else if (!registration.active) tell("The site is being kept for use without a connection.");
    };
    worker.addEventListener("statechange", said);
    said();
  } catch {
    tell("This browser does not keep the site for later; it works only while the page stays open.");
  }
}

void register();
