// Runs one task inside Pyodide under Node: boots it, mounts folders, calls a function of the modules beside it.
// The job comes as JSON on standard input; the exit code is what the task returns.
// @ts-check

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

/**
 * @typedef {object} Job
 * @property {string} task module and function, such as compiling.wheels
 * @property {object} params what it is called with
 * @property {string} [stdlib] a standard library other than the one that Pyodide ships
 * @property {string[]} [flags] options of the Python command line
 * @property {Record<string, string>} [env]
 * @property {{ [guest: string]: string }} [mounts] folders of this machine, by where Python sees them
 * @property {object} [lock] contents of a lock file
 * @property {string} [packageBase] the folder of its files
 * @property {string[]} [packages] names to load from it
 * @property {string[]} [archives] zips to import from, held in memory
 */

/** What the process ends with when Python, or the way to it, broke: no task returns it. */
const BROKEN = 70;

/** Where an archive is held; the page does it likewise. @param {number} number */
const placeOf = (number) => `/lib/archive-${number}.zip`;

/** @param {Job} job */
async function run(job) {
  const archives = job.archives ?? [];
  const pyodide = await loadPyodide({
    stdLibURL: job.stdlib,
    args: job.flags ?? [],
    env: { HOME: "/home/pyodide", ...(archives.length ? { PYTHONPATH: archives.map((_, number) => placeOf(number)).join(":") } : {}), ...job.env },
    fsInit: async (FS) => archives.forEach((archive, number) => FS.writeFile(placeOf(number), readFileSync(archive))),
    lockFileContents: JSON.stringify(job.lock),
    packageBaseUrl: job.packageBase,
    packages: job.packages ?? [],
  });
  const mounts = { "/inside": fileURLToPath(new URL(".", import.meta.url)), ...job.mounts };
  for (const [guest, host] of Object.entries(mounts)) {
    pyodide.FS.mkdirTree(guest);
    pyodide.mountNodeFS(guest, host);
  }
  pyodide.runPython("import sys; sys.path.append('/inside')");
  return pyodide.pyimport("jobs").run(job.task, JSON.stringify(job.params));
}

try {
  process.exitCode = await run(JSON.parse(readFileSync(0, "utf8")));
} catch (error) {
  // The message only: the stack would show the whole of Pyodide's one-line script.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = BROKEN;
}
