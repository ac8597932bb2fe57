import { expect, test } from '@jest/globals';
import { runCommand } from './run-command.ts';

const TIDIES_UP = `
process.once('SIGTERM', () => setImmediate(() => console.log('tidied up') ?? process.exit()));
setInterval(() => {}, 1000);
console.log('ready');`;

test('a command that is stopped has ended when the promise rejects', async () => {
  const stopping = new AbortController();
  let output = '';
  const ended = runCommand({
    file: process.execPath,
    args: ['-e', TIDIES_UP],
    cwd: import.meta.dirname,
    signal: stopping.signal,
    onOutput(text) {
      output += text;
      if (output.includes('ready')) stopping.abort();
    },
  });
  await expect(ended).rejects.toMatchObject({ name: 'AbortError' });
  expect(output).toContain('tidied up');
});

test('a command that does not start rejects', async () => {
  const ended = runCommand({ file: './no-such-program', args: [], cwd: import.meta.dirname });
  await expect(ended).rejects.toMatchObject({ code: 'ENOENT' });
});
