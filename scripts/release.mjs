import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { handOver } from './bootstrap/hand-over.mjs';
import { canRunTypeScript } from './bootstrap/node-versions.mjs';

/**
 * `npm run release -- …`: installs the dependencies only if there are none. Releases must not depend on a registry, so an installation
 * that is behind the lock file is good enough.
 */

const MAIN = 'packages/release/src/cli/main.ts';
const fromRoot = (/** @type {string} */ path) => new URL(`../${path}`, import.meta.url);

const ready =
  existsSync(fileURLToPath(fromRoot('packages/release/node_modules/valibot'))) &&
  canRunTypeScript(process.versions.node);
if (ready) await import(fromRoot(MAIN).href);
// Standard output is reserved for the command's answer, which may be JSON.
else await handOver(MAIN, process.argv.slice(2), process.stderr);
