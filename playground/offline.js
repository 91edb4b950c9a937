// The service worker of the whole site: what is on the network comes first, always; what was kept is for when there
// is none. What is kept belongs together: one version, each file checked against its sum, or nothing at all.
// `generators/offline.py` writes a line before this one that says what there is to keep: `self.KEPT = {…};`
// @ts-check
{
  /** @typedef {Event & { waitUntil: (promise: Promise<any>) => void }} Lasting */
  /** @typedef {Lasting & { request: Request, respondWith: (answer: Promise<Response>) => void }} Asked */

  const worker = /** @type {any} */ (self);
  /** @type {{ version: string, files: [path: string, ...sums: string[]][] }} */
  const kept = worker.KEPT;
  const PREFIX = "aces-kept-";
  const NAME = PREFIX + kept.version;
  const SUM = "x-aces-sum";
  const AT_ONCE = 4;
  const base = new URL(worker.registration.scope);
  const sums = new Map(kept.files.map(([path, ...each]) => [new URL(path, base).href, each]));

  worker.addEventListener("install", (/** @type {Lasting} */ event) => {
    event.waitUntil(fill().then(() => worker.skipWaiting()));
  });

  worker.addEventListener("activate", (/** @type {Lasting} */ event) => {
    event.waitUntil(tidy());
  });

  worker.addEventListener("fetch", (/** @type {Asked} */ event) => {
    const { request } = event;
    if (request.method !== "GET") return;
    const key = keyOf(request.url);
    if (sums.has(key)) event.respondWith(answer(request, key));
  });

  /** @param {string} address */
  function keyOf(address) {
    const url = new URL(address);
    url.search = url.hash = "";
    return url.href.replace(/\/index\.html$/, "/");
  }

  /**
   * The network's answer, whatever it is; what was kept only where there is none. A page is always asked for anew,
   * however young the one is that the browser still has.
   * @param {Request} request
   * @param {string} key
   */
  async function answer(request, key) {
    try {
      return await (request.mode === "navigate" ? fetch(request, { cache: "no-cache" }) : fetch(request));
    } catch (error) {
      const found = await (await caches.open(NAME)).match(key);
      if (found) return found;
      throw error;
    }
  }

  /** Everything of this version: what an older one kept and has not changed is taken over. */
  async function fill() {
    const cache = await caches.open(NAME);
    const older = await Promise.all((await caches.keys()).filter((name) => name.startsWith(PREFIX)).map((name) => caches.open(name)));
    const waiting = [...sums];
    const take = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const [url, right] = next;
        const there = await Promise.all(older.map((one) => one.match(url)));
        const same = there.find((response) => right.includes(response?.headers.get(SUM) ?? "?"));
        await cache.put(url, same ?? (await fetched(url, right)));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, take));
  }

  /**
   * @param {string} url
   * @param {string[]} right the sums that its content may have: as it lies there, or as a host unpacks it
   */
  async function fetched(url, right) {
    const response = await fetch(url, { cache: "no-cache" });
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    const body = await response.arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
    const sum = Array.from(digest.slice(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("");
    if (!right.includes(sum)) throw new Error(`${url} is of another version`);
    const headers = { "content-type": response.headers.get("content-type") ?? "", [SUM]: sum };
    return new Response(body, { headers });
  }

  async function tidy() {
    const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
    await Promise.all(names.map((name) => caches.delete(name)));
  }
}
