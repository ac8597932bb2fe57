/**
 * `npm run lab -- files` counts the files of this repository in which a function runs while a page is requested, and
 * while a version is promoted, by V8's coverage: what a reader has to pass to understand them. `--list` names them.
 */
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { promoteAll } from '@portal/release/testing';
import { SamplePortal } from '@portal/web-server/testing';

const ROOT = join(import.meta.dirname, '../..');
const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } });
const session = new Session();

/** The files in which functions have run since the last call, without those of tests. */
async function filesPassed(): Promise<readonly string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.startsWith('file://') && !url.includes('/node_modules/'))
    .filter(({ functions }) => functions.some(({ functionName, ranges: [whole] }) => functionName && whole?.count))
    .map(({ url }) => relative(ROOT, fileURLToPath(url)))
    .filter((file) => file.startsWith('packages/') && !/\/testing(?:\.ts|\/)/.test(file))
    .toSorted();
}

/**
 * Waits for what the server does by itself, such as compressing the files of a release: nobody who asks for a page
 * passes that.
 */
async function quiet(): Promise<void> {
  while ((await filesPassed()).length > 0) await setTimeout(200);
}

async function count(what: string, act: () => Promise<unknown>): Promise<void> {
  await quiet();
  await act();
  const files = await filesPassed();
  console.log(`${what}: ${files.length} files`);
  if (values.list) console.log(files.map((file) => `  ${file}`).join('\n'));
}

session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
const portal = await SamplePortal.withNewer();
const server = await portal.start();
const open = async (language: string) =>
  await (await fetch(`${server.url}/settings`, { headers: { 'accept-language': language } })).text();
await open('en');
await count('The request of a page', async () => await open('de'));
await count('A promotion', async () => await promoteAll(portal.store, { 'mfe-hubs': '1.1.0' }));
await portal.remove();
session.disconnect();
