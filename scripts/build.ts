/** `npm run build [-- mfe-hubs …]`: builds the named parts, or all, if their inputs have changed, into their `dist`. */
import { join } from 'node:path';
import { describeError } from '@portal/node-kit/plain-error';
import { createProgress } from './progress.mjs';
import { build } from './start/build-parts.ts';
import { listParts } from './start/parts.ts';
import { readSettings } from './start/settings.ts';

const root = join(import.meta.dirname, '..');
const known = listParts(root);
const named = process.argv.slice(2);
const unknown = named.find((name) => !known.includes(name));
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort());

if (unknown === undefined) {
  const run = { settings: readSettings(process.env, root), progress: createProgress(), signal: interrupted.signal };
  try {
    await build(run, named.length === 0 ? known : named);
  } catch (error) {
    if (!interrupted.signal.aborted) console.error(describeError(error));
    process.exitCode = 1;
  }
} else {
  console.error(`There is no part "${unknown}". The parts are ${known.join(', ')}.`);
  process.exitCode = 2;
}
