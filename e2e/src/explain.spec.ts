import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startWebServer } from './support/portal-process.ts';
import { releaseCommand } from './support/releases.ts';
import { expect, test } from './support/watched-test.ts';

const SOURCE = 'mfe-hubs/src/features/hubs/list-state.ts';
/** An expression of the function `toEntry` in that source, and the same in the script. */
const [WRITTEN, BUILT] = ['hub.partNumber, index]', /(?<=\.serial,\w+)\.partNumber,\w+\]/];

test('a position in a released script leads to line and function of its source, and no visitor gets the source map', async ({
  request,
}) => {
  const portal = await startWebServer();
  const folder = join(portal.stateFolder, 'store/artifacts/mfe-hubs');
  const script = (await readdir(folder)).find((name) => /^settings\..+\.js$/.test(name)) ?? '';
  const [archive = ''] = await readdir(join(folder, 'source-maps'));
  const column = (await readFile(join(folder, script), 'utf8')).search(BUILT) + 1;
  const lines = (await readFile(join(import.meta.dirname, '../..', SOURCE), 'utf8')).split('\n');
  const line = lines.findIndex((text) => text.includes(WRITTEN)) + 1;

  const address = `${portal.url}/assets/mfe-hubs/${script}`;
  const explained = await releaseCommand(portal.stateFolder, 'explain', `at x (${address}:1:${column})`);
  expect(explained).toMatch(new RegExp(`^at x \\(${SOURCE}:${line}:\\d+, in toEntry\\)\n\\(mfe-hubs 1\\.0\\.0`));
  for (const secret of [`${address}.map`, `${portal.url}/assets/mfe-hubs/source-maps/${archive}`])
    expect((await request.get(secret)).status()).toBe(404);
  await portal.stop();
});
