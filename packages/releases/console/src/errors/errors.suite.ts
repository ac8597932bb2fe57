import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { ErrorRow } from '@portal/contract/visits';
import { contentName } from '@portal/release/testing';
import { CountingServer } from '@portal/release-watcher/testing';
import { visibleText } from '../testing/browser.ts';
import { SampleConsole } from '../testing/sample-console.ts';

/** Tests of the errors of visits. */
export function testErrors(): void {
  const SCRIPT = 'mfe-hubs 1.0.1';
  const MAP = { version: 3, sources: ['mfe-hubs/src/pages/settings-page.tsx'], names: [], mappings: [[[0, 0, 41, 0]]] };

  let server: CountingServer;
  let app: SampleConsole;

  beforeEach(async () => {
    server = await new CountingServer(Date.now()).start();
    app = await SampleConsole.start(server.address);
  });
  afterEach(async () => {
    await app.stop();
    await server.stop();
  });

  function errorRow(changes: Partial<ErrorRow>): ErrorRow {
    const at = new Date(app.now).toISOString();
    const none = { position: null, visits: 1, firstAt: at, lastAt: at };
    return { part: 'mfe-hubs', version: '1.0.0', failure: 'crashed', message: 'Error: x', ...none, ...changes };
  }

  const errorsShown = async () => visibleText((await app.signIn())[1]);

  test('errors are shown with message, file and line in the sources, the most frequent first', async () => {
    await app.sample.publish('mfe-hubs', '1.0.1', {
      contents: { 'entry.js': SCRIPT },
      sourceMaps: { 'entry.js': MAP },
    });
    const position = `${contentName('entry.js', SCRIPT)}:1:1`;
    server.visits.errors.push(
      errorRow({ message: '', failure: 'unreachable', visits: 2 }),
      errorRow({ message: 'TypeError: no serial', position, visits: 43 }),
      errorRow({ message: 'Error: elsewhere', position: 'gone.0123456789abcdef.js:1:2' }),
    );
    const words = await errorsShown();
    expect(words).toContain('3 kinds of errors in Hubs TypeError: no serial mfe-hubs/src/pages/settings-page.tsx:42');
    expect(words).toMatch(
      /1\.0\.0, crashed: 43 visits, first .*, last .* unreachable, without a message No file is known/,
    );
    expect(words).toContain('Error: elsewhere gone.0123456789abcdef.js:1:2');
  });

  test('errors of versions that nobody gets, or of yesterday, are left out', async () => {
    const yesterday = new Date(app.now - 25 * 60 * 60_000).toISOString();
    server.visits.errors.push(
      errorRow({ version: '0.9.0', message: 'Error: old version' }),
      errorRow({ message: 'Error: yesterday', firstAt: yesterday, lastAt: yesterday }),
    );
    expect(await errorsShown()).not.toContain('Error: ');
  });

  test('messages are shown as text, never as markup', async () => {
    server.visits.errors.push(errorRow({ message: '<script>alert(1)</script>' }));
    const [, board] = await app.signIn();
    expect(board.text).not.toContain('<script');
  });
}
