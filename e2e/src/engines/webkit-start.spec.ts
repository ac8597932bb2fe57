import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findWebKit } from '../../../scripts/find-engines.ts';
import { expect, test } from './test.ts';
import { startWebKit } from './webkit-engine.ts';

/** Answers that it is ready, and never opens a session. */
const SILENT_DRIVER = `
  import { createServer } from 'node:http';
  const port = process.argv[2].split('=')[1];
  createServer(({ url }, answer) => url === '/status' && answer.end('{"value":{}}')).listen(port, '127.0.0.1');
`;

test('a browser starts, although its driver gives no answer at first', { tag: '@full' }, async ({ engineName }) => {
  const programs = findWebKit();
  test.skip(engineName !== 'webkit' || !programs, 'Only WebKit has a driver');
  if (!programs) return;
  const folder = await mkdtemp(join(tmpdir(), 'portal-driver-'));
  const driver = join(folder, 'driver');
  const silent = join(folder, 'silent.mjs');
  await writeFile(silent, SILENT_DRIVER);
  const script = `#!/bin/sh
    if mkdir "${folder}/tried" 2>/dev/null; then exec "${process.execPath}" "${silent}" "$@"; fi
    exec "${programs.driver}" "$@"`;
  await writeFile(driver, script, { mode: 0o755 });
  const engine = await startWebKit({ ...programs, driver });
  try {
    const visit = await engine.visit();
    const tab = await visit.openTab();
    expect(await tab.evaluate(() => 1 + 1)).toBe(2);
    await visit.end();
  } finally {
    await engine.stop();
    await rm(folder, { recursive: true });
  }
});
