// The module worker that holds Python. It fetches the packed runtime, starts Pyodide and passes calls to the bridge.
// Messages in:  { v, type: "boot", base, more } once, then { v, id, method, params } (params: JSON text).
// Messages out: progress { steps } | ready | result { id, text } | error { id, kind, message } | fatal { kind, message }.
//               After fatal the worker is of no more use.
// @ts-check

/** @typedef {import("./engine.js").Manifest} Manifest */
/** @typedef {import("./engine.js").Entry} Entry */
/** @typedef {(method: string, params: string) => string} Call */

const PROTOCOL = 1;
/** Progress is told at most once in so many ms. */
const BEAT = 100;
/** Where Python finds an archive. @param {string} name */
const placeOf = (name) => `/lib/${name}.zip`;

/** Something that the person at the page can be told. */
class Trouble extends Error {
  /**
   * @param {"network" | "altered" | "unsupported" | "stale" | "broken"} kind
   * @param {string} message
   */
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/** The browser's own, while Pyodide gets answers of ours. */
const native = { fetch: self.fetch.bind(self), instantiateStreaming: WebAssembly.instantiateStreaming };

/** @type {Call | null} */
let call = null;

self.onmessage = ({ data }) => {
  if (data.v !== PROTOCOL) {
    fatal(new Trouble("stale", "This page and its engine are of different versions. Load the page again."));
  } else if (data.type === "boot") {
    boot(new URL(data.base), data.more).catch(fatal);
  } else {
    answer(data.id, data.method, data.params);
  }
};

/** @param {object} message */
function post(message) {
  self.postMessage({ v: PROTOCOL, ...message });
}

/** @param {unknown} error */
function fatal(error) {
  const kind = error instanceof Trouble ? error.kind : "broken";
  post({ type: "fatal", kind, message: error instanceof Trouble ? error.message : `Python did not start. ${lastLine(error)}` });
}

/**
 * @param {URL} base where the packed runtime lies
 * @param {string[]} more archives that this page needs besides the engine
 */
async function boot(base, more) {
  const begun = performance.now();
  mayCompile();
  const manifest = await manifestOf(base);
  const { files } = manifest;
  const extra = more.map((name) => /** @type {[string, Entry]} */ ([name, archiveOf(manifest, name)]));
  const watch = watcher(files, extra);
  /** @param {Entry} file */
  const urlOf = (file) => new URL(file.path, base).href;

  const script = load(urlOf(files.script), () => watch(files.script, 1));
  const loader = load(urlOf(files.loader), () => watch(files.loader, 1));
  const wasm = machine(urlOf(files.wasm), (got) => watch(files.wasm, got / files.wasm.size));
  const library = archive(urlOf(files.stdlib), files.stdlib, (share) => watch(files.stdlib, share));
  const archives = /** @type {[string, Entry][]} */ ([["engine", files.engine], ...extra]).map(([name, file]) => ({
    place: placeOf(name),
    bytes: archive(urlOf(file), file, (share) => watch(file, share)),
  }));

  // Pyodide fetches and compiles for itself: for these two it gets what is already on its way.
  /** @type {Map<string, Promise<Response>>} */
  const ready = new Map([
    [urlOf(files.wasm), Promise.resolve(new Response())],
    [urlOf(files.stdlib), library.then((bytes) => new Response(bytes))],
  ]);
  WebAssembly.instantiateStreaming = async (_source, imports) => {
    const module = await wasm;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  self.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), self.location.href).href;
    return ready.get(url) ?? native.fetch(input, init);
  };
  for (const answer of ready.values()) answer.catch(() => {}); // told by `all`
  /** Rejects with the first that fails: a broken line would leave Pyodide waiting for ever. */
  const all = Promise.all([library, wasm, ...archives.map(({ bytes }) => bytes)]);
  try {
    const scripts = Promise.all([loader, script]);
    const [{ loadPyodide }] = await Promise.race([scripts, all.then(() => scripts)]);
    const starting = loadPyodide({
      indexURL: new URL(manifest.python_folder, base).href,
      packageBaseUrl: new URL(manifest.engine_folder, base).href,
      stdLibURL: urlOf(files.stdlib),
      lockFileContents: JSON.stringify(manifest.lock),
      // The engine stays a zip on the path. As a package of the lock it would be unpacked first, by a dozen more modules.
      env: { HOME: "/home/pyodide", PYTHONPATH: archives.map(({ place }) => place).join(":") },
      fsInit: async (/** @type {{ writeFile(path: string, data: Uint8Array): void }} */ FS) => {
        for (const { place, bytes } of archives) FS.writeFile(place, await bytes);
      },
    });
    const pyodide = await Promise.race([starting, all.then(() => starting)]);
    call = /** @type {Call} */ (pyodide.pyimport(manifest.module).call);
  } finally {
    self.fetch = native.fetch;
    WebAssembly.instantiateStreaming = native.instantiateStreaming;
  }
  post({ type: "ready", took: performance.now() - begun });
}

/**
 * @param {number} id
 * @param {string} method
 * @param {string} params
 */
function answer(id, method, params) {
  try {
    if (!call) throw new Trouble("broken", "The engine has not started yet.");
    post({ type: "result", id, text: call(method, params) });
  } catch (error) {
    if (error instanceof Error && error.name === "PythonError") {
      post({ type: "error", id, message: `The engine met a fault of its own: ${lastLine(error)}` });
    } else {
      fatal(error instanceof Trouble ? error : new Trouble("broken", `Python broke down. ${lastLine(error)}`));
    }
  }
}

/** Says at once, not never, that the page's policy lets no WebAssembly run. */
function mayCompile() {
  try {
    new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  } catch {
    throw new Trouble("unsupported", "This browser, or the policy of this site, does not let WebAssembly run.");
  }
}

/**
 * What there is now: asked of the server each time, so that it fits the files there.
 * @param {URL} base
 * @returns {Promise<Manifest>}
 */
async function manifestOf(base) {
  const response = await open(new URL("manifest.json", base).href, { cache: "no-cache" });
  const found = await response.json().catch(() => {
    throw new Trouble("altered", "manifest.json arrived altered: a proxy, or a page to sign in on, may have taken its place.");
  });
  if (found.v !== PROTOCOL) throw new Trouble("stale", "This page is older than the engine. Load the page again.");
  return found;
}

/**
 * @param {Manifest} manifest
 * @param {string} name
 */
function archiveOf(manifest, name) {
  const entry = manifest.more[name];
  if (!entry) throw new Trouble("stale", "This page is newer than the engine. Load the page again.");
  return entry;
}

/**
 * Adds up what has come, step by step, as bytes on the wire, and tells it.
 * @param {Manifest["files"]} files
 * @param {[string, Entry][]} extra
 * @returns {(file: Entry, share: number) => void} `share`: how much of the file is there, from 0 to 1
 */
function watcher(files, extra) {
  /** @type {[string, Entry[]][]} */
  const lists = [["python", [files.loader, files.script, files.wasm]], ["stdlib", [files.stdlib]], ["engine", [files.engine]]];
  for (const [name, file] of extra) lists.push([name, [file]]);
  /** @type {Map<Entry, number>} */
  const shares = new Map();
  let told = -BEAT;
  const tell = () => {
    const steps = lists.map(([name, list]) => ({
      name,
      loaded: Math.round(list.reduce((sum, file) => sum + file.sent * (shares.get(file) ?? 0), 0)),
      total: list.reduce((sum, file) => sum + file.sent, 0),
    }));
    told = performance.now();
    post({ type: "progress", steps });
  };
  tell();
  return (file, share) => {
    shares.set(file, Math.min(1, share));
    if (share >= 1 || performance.now() - told >= BEAT) tell();
  };
}

/**
 * @param {string} url
 * @param {() => void} done
 * @returns {Promise<any>} the module
 */
async function load(url, done) {
  try {
    const module = await import(url);
    done();
    return module;
  } catch (error) {
    throw new Trouble("network", `${nameOf(url)} did not arrive whole. ${lastLine(error)}`);
  }
}

/**
 * @param {string} url
 * @param {RequestInit} [how]
 * @returns {Promise<Response>}
 */
async function open(url, how) {
  let response;
  try {
    response = await native.fetch(url, how);
  } catch {
    throw new Trouble("network", `${nameOf(url)} could not be fetched: no connection, or something blocks it.`);
  }
  if (response.ok) return response;
  if (response.status === 404) throw new Trouble("stale", `${nameOf(url)} is no longer there: the site has been renewed. Load the page again.`);
  throw new Trouble("network", `${nameOf(url)} could not be fetched: the server answered ${response.status}.`);
}

/**
 * Compiles Python while it comes, and counts a copy. The response is compiled as it is: one of our own making would
 * lose the browser's compiled code.
 * @param {string} url
 * @param {(got: number) => void} count
 * @returns {Promise<WebAssembly.Module>}
 */
async function machine(url, count) {
  const response = await open(url);
  const whole = drain(response.clone(), count);
  try {
    return await WebAssembly.compileStreaming(response);
  } catch {
    await whole; // a line that broke off says so itself
  }
  // Either the server calls it by a type of another kind of file, or the bytes are others.
  const bytes = await (await open(url)).arrayBuffer();
  return WebAssembly.compile(bytes).catch(() => {
    throw new Trouble("altered", `${nameOf(url)} arrived altered: a proxy or security software may have changed it.`);
  });
}

/**
 * Fetches a packed zip and unpacks it, unless the server has done so on its way.
 * @param {string} url
 * @param {Entry} file
 * @param {(share: number) => void} watch
 */
async function archive(url, file, watch) {
  const bytes = await drain(await open(url), (got) => watch(got / file.sent), true);
  watch(1);
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const zip = packed ? await unpacked(bytes).catch(() => bytes) : bytes;
  if (zip.byteLength === file.size && [undefined, file.sha256].includes(await checksum(zip))) return zip;
  throw new Trouble("altered", `${nameOf(url)} arrived altered (${bytes.byteLength} bytes for ${file.sent}): a proxy or security software may have changed it.`);
}

/**
 * Reads a body to its end.
 * @param {Response} response
 * @param {(got: number) => void} count
 * @param {boolean} [keep] whether the bytes are wanted
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function drain(response, count, keep = false) {
  const chunks = [];
  let got = 0;
  try {
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (keep) chunks.push(value);
      got += value.byteLength;
      count(got);
    }
  } catch {
    throw new Trouble("network", `The connection broke off after ${Math.round(got / 1000)} kB of ${nameOf(response.url)}.`);
  }
  const bytes = new Uint8Array(keep ? got : 0);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function unpacked(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<string | undefined>} hex; undefined where the browser offers no checksums (a page without https)
 */
async function checksum(bytes) {
  if (!self.crypto?.subtle) return undefined;
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} url */
function nameOf(url) {
  return new URL(url).pathname.split("/").pop() ?? url;
}

/** @param {unknown} error */
function lastLine(error) {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split("\n").pop() ?? "";
}
