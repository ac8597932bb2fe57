import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { handOver } from './bootstrap/hand-over.mjs';
import { canRunTypeScript } from './bootstrap/node-versions.mjs';

/**
 * `npm run release -- …`: installs the dependencies only if there are none. A release must not depend on a registry, so
 * an installation that is older than the lock file is not updated.
 */

const MAIN = 'packages/releases/core/src/cli/main.ts';
const fromRoot = (/** @type {string} */ path) => new URL(`../${path}`, import.meta.url);

const ready =
  existsSync(fileURLToPath(fromRoot('packages/releases/core/node_modules/valibot'))) &&
  canRunTypeScript(process.versions.node);
if (ready) await import(fromRoot(MAIN).href);
// Progress goes to standard error: standard output contains only the command's answer, which may be JSON.
else await handOver(MAIN, { stream: process.stderr });
