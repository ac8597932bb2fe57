import { afterEach, expect, jest, test } from '@jest/globals';
import { setPackaged, startPackaged } from './packaged.ts';
import { describeError, PlainError } from './plain-error.mjs';
import { named } from './release-command.mjs';
import { createServerLog } from './server-log.ts';

afterEach(() => {
  jest.restoreAllMocks();
  setPackaged(false);
  process.exitCode = 0;
});

test('a packaged server that lacks a setting says so in a sentence, and does not start', async () => {
  const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const start = jest.fn(() => Promise.resolve());
  jest.replaceProperty(process, 'env', { ...process.env, PORTAL_NOTHING: ' ' });
  await startPackaged({ PATH: 'a list of folders', PORTAL_NOTHING: 'the folder of nothing' }, start);
  expect(said.mock.calls).toEqual([['PORTAL_NOTHING is not set. Set it to the folder of nothing.']]);
  expect(start).not.toHaveBeenCalled();
  expect(process.exitCode).toBe(1);
});

test('texts of a packaged server name the release command as its readers have it', async () => {
  const text = 'What to do: npm run release -- status';
  expect(named(text)).toBe(text);
  await startPackaged({}, () => Promise.resolve());
  const theirs = 'What to do: portal-release status';
  expect([named(text), describeError(new PlainError(text))]).toEqual([theirs, theirs]);
  const lines: string[] = [];
  const log = createServerLog({ server: 'web-server', format: 'json', write: (line) => lines.push(line) });
  log.warn(text, { remedy: text });
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ message: theirs, remedy: theirs }),
  ]);
});
