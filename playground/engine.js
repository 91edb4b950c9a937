// The page's end of the worker: starts it, tells how far it is, calls it, ends it when it hangs.
// @ts-check

/** @typedef {{ path: string, sent: number, size: number, sha256?: string }} Entry a file: bytes on the wire and in the page */
/**
 * @typedef {object} Manifest what `python -m generators.pack` says it packed
 * @property {number} v
 * @property {string} pyodide
 * @property {string} python
 * @property {string} engine
 * @property {string} python_folder
 * @property {string} engine_folder
 * @property {{ loader: Entry, script: Entry, wasm: Entry, stdlib: Entry, engine: Entry }} files
 * @property {Record<string, Entry>} more archives for pages that ask for them
 * @property {string} module
 * @property {object} lock
 */
/** @typedef {"network" | "altered" | "stale" | "unsupported" | "stalled" | "stuck" | "broken" | "stopped"} Kind */
/** @typedef {{ name: string, loaded: number, total: number }} Step bytes on the wire */
/**
 * @typedef {object} Early what the head of the page has begun (early.js)
 * @property {boolean} thrifty whether the reader pays for each byte
 * @property {{ worker: Worker, more: string[], told: any[], failed: boolean } | null} start
 *   a worker on its way, the archives it fetches besides the engine, and what it has said since
 */
/** @typedef {{ text: string, done: number, steps: Step[] }} Progress a line, how much is done (0 to 1), and the steps */
/**
 * @typedef {object} Call
 * @property {(answer: any) => void} resolve
 * @property {(error: EngineError) => void} reject
 * @property {ReturnType<typeof setTimeout>} timer
 */

const PROTOCOL = 1;
const RUNTIME = new URL("../runtime/", import.meta.url);
/** A start that shows no progress for so many ms is given up. */
const SILENCE = 30_000;
/** A call that has not come back after so many ms is given up. */
const PATIENCE = 10_000;
/** Waits before another try, in ms, when the line breaks. */
const PAUSES = [400, 1600];
/** The share of the bar that fetching fills. */
const FETCHED = 0.8;

const NAMES = /** @type {const} */ ({ python: "Python", stdlib: "its library", engine: "the rules", cards: "the cards" });

/** What went wrong, in a sentence for the person at the page. */
export class EngineError extends Error {
  /**
   * @param {Kind} kind
   * @param {string} message
   */
  constructor(kind, message) {
    super(message);
    this.name = "EngineError";
    this.kind = kind;
  }
}

/** The engine in its worker. One object is enough for a tab; it may be started, stopped and started again. */
export class Engine {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Promise<void> | null} */
  #ready = null;
  /** @type {((error: EngineError) => void) | null} ends the start that is under way */
  #abort = null;
  /** @type {Map<number, Call>} */
  #calls = new Map();
  /** @type {Set<(progress: Progress) => void>} */
  #watchers = new Set();
  #next = 1;
  #run = 0;
  #silence;
  #more;

  /**
   * @param {{ silence?: number, more?: string[] }} [options] `silence`: ms without progress after which a start is
   *   given up; `more`: archives that this page needs besides the engine
   */
  constructor({ silence = SILENCE, more = [] } = {}) {
    this.#silence = silence;
    this.#more = more;
  }

  /** @returns {string | null} why this browser cannot run the engine */
  static unsupported() {
    const missing = typeof WebAssembly !== "object" || typeof Worker !== "function" || typeof DecompressionStream !== "function";
    return missing ? "This browser is too old to run the engine. The rules and the example below need nothing." : null;
  }

  /** Whether the reader pays for each byte, and is asked before anything large is fetched. */
  static get thrifty() {
    return early()?.thrifty ?? false;
  }

  /**
   * @param {string[]} [more]
   * @returns {Promise<string>} what a first start fetches, such as "4.8 MB"
   */
  static async size(more = []) {
    /** @type {Manifest} */
    const found = await (await fetch(new URL("manifest.json", RUNTIME), { cache: "no-cache" })).json();
    const files = [...Object.values(found.files), ...more.map((name) => /** @type {Entry} */ (found.more[name]))];
    return megabytes(files.reduce((sum, file) => sum + file.sent, 0));
  }

  /** Whether calls are answered at once. */
  get running() {
    return this.#worker !== null && this.#abort === null;
  }

  /**
   * Starts the engine, or joins the start that is under way. Fetching is tried again when the line breaks.
   * @param {(progress: Progress) => void} [onProgress]
   * @returns {Promise<void>} rejects with an {@link EngineError}
   */
  async start(onProgress) {
    if (onProgress) this.#watchers.add(onProgress);
    try {
      this.#ready ??= this.#startWithPatience(++this.#run);
      await this.#ready;
    } finally {
      if (onProgress) this.#watchers.delete(onProgress);
    }
  }

  /**
   * Calls a method of the bridge (`playground/bridge.py`), starting the engine first if need be.
   * @param {string} method
   * @param {object} [params]
   * @param {{ timeout?: number }} [options] `timeout` in ms; after it the worker is ended
   * @returns {Promise<any>} what the bridge answers, also its refusals; rejects with an {@link EngineError}
   */
  async call(method, params = {}, { timeout = PATIENCE } = {}) {
    await this.start();
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#stuck(timeout), timeout);
      this.#calls.set(id, { resolve, reject, timer });
      this.#worker?.postMessage({ v: PROTOCOL, id, method, params: JSON.stringify(params) });
    });
  }

  /** Ends the engine; open calls are rejected. It can be started again. */
  stop() {
    this.#end(new EngineError("stopped", "The engine was stopped."));
  }

  /** @param {number} waited */
  #stuck(waited) {
    this.#end(new EngineError("stuck", `The engine did not answer for ${duration(waited)}, so it was ended.`));
  }

  /** @param {EngineError} error */
  #end(error) {
    this.#run++;
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = null;
    this.#abort?.(error);
    this.#abort = null;
    const open = [...this.#calls.values()];
    this.#calls.clear();
    for (const { reject, timer } of open) {
      clearTimeout(timer);
      reject(error);
    }
  }

  /** @param {number} run */
  async #startWithPatience(run) {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#startOnce();
      } catch (error) {
        const again = error instanceof EngineError && (error.kind === "network" || error.kind === "altered");
        const pause = PAUSES[attempt];
        if (run !== this.#run) throw error;
        if (!again || pause === undefined) {
          this.#ready = null;
          throw error;
        }
        this.#tell({ text: "The connection broke off. Trying again", done: 0, steps: [] });
        await new Promise((resolve) => setTimeout(resolve, pause));
        if (run !== this.#run) throw error;
      }
    }
  }

  /** @returns {Promise<void>} */
  #startOnce() {
    return new Promise((resolve, reject) => {
      const begun = joinEarly(this.#more);
      const worker = begun?.worker ?? new Worker(new URL("worker.js", import.meta.url), { type: "module", name: "aces" });
      this.#worker = worker;
      /** @type {ReturnType<typeof setTimeout>} */
      let silence;
      const listen = () => {
        clearTimeout(silence);
        silence = setTimeout(
          () => fail(new EngineError("stalled", `Nothing has come for ${duration(this.#silence)}. The connection may be down.`)),
          this.#silence,
        );
      };
      /** @param {EngineError} error */
      const fail = (error) => {
        clearTimeout(silence);
        worker.terminate();
        if (this.#worker === worker) {
          this.#worker = null;
          this.#abort = null;
        }
        reject(error);
      };
      this.#abort = fail;
      worker.onerror = (event) => {
        event.preventDefault();
        const told = event.message ? `The worker stopped: ${event.message}` : "The engine's script could not be fetched.";
        const error = new EngineError(event.message ? "broken" : "network", told);
        if (this.#abort === fail) fail(error);
        else if (this.#worker === worker) this.#end(error);
      };
      /** @param {any} data */
      const hear = (data) => {
        if (this.#worker !== worker) return;
        if (this.#abort === fail) listen();
        if (data.type === "progress") {
          this.#tell(summary(data.steps));
        } else if (data.type === "ready") {
          clearTimeout(silence);
          this.#abort = null;
          performance.mark("aces-engine-ready");
          resolve();
        } else if (data.type === "fatal") {
          const error = new EngineError(data.kind, data.message);
          if (this.#abort === fail) fail(error);
          else this.#end(error);
        } else {
          this.#answered(data);
        }
      };
      worker.onmessage = ({ data }) => hear(data);
      listen();
      if (begun) for (const data of begun.told) hear(data);
      else worker.postMessage({ v: PROTOCOL, type: "boot", base: RUNTIME.href, more: this.#more });
    });
  }

  /** @param {{ id: number, type: string, text: string, message: string }} data */
  #answered(data) {
    const open = this.#calls.get(data.id);
    if (!open) return;
    this.#calls.delete(data.id);
    clearTimeout(open.timer);
    if (data.type === "result") open.resolve(JSON.parse(data.text));
    else open.reject(new EngineError("broken", data.message));
  }

  /** @param {Progress} progress */
  #tell(progress) {
    for (const watch of this.#watchers) watch(progress);
  }
}

/** @returns {Early | undefined} */
function early() {
  return Reflect.get(globalThis, "aces");
}

/**
 * @param {string[]} more
 * @returns {Early["start"]} what the head of the page has begun, for the first who asks
 */
function joinEarly(more) {
  const page = early();
  const begun = page?.start;
  if (!page || !begun) return null;
  page.start = null;
  if (!begun.failed && begun.more.join() === more.join()) return begun;
  begun.worker.terminate();
  return null;
}

/**
 * @param {Step[]} steps
 * @returns {Progress}
 */
function summary(steps) {
  const loaded = steps.reduce((sum, step) => sum + step.loaded, 0);
  const total = steps.reduce((sum, step) => sum + step.total, 0);
  const open = steps.filter((step) => step.loaded < step.total);
  const names = open.map((step) => NAMES[/** @type {keyof typeof NAMES} */ (step.name)]);
  const text = open.length ? `Fetching ${spoken(names)}: ${megabytes(loaded, false)} of ${megabytes(total)}` : "Starting Python";
  return { text, done: total ? (FETCHED * loaded) / total : 0, steps };
}

/** @param {string[]} names */
function spoken(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}

/**
 * @param {number} bytes
 * @param {boolean} [unit]
 */
function megabytes(bytes, unit = true) {
  return `${(bytes / 1e6).toFixed(1)}${unit ? " MB" : ""}`;
}

/** @param {number} ms */
function duration(ms) {
  return ms < 2000 ? `${ms} ms` : `${Math.round(ms / 1000)} seconds`;
}
