import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parseArtifactManifest } from '@portal/contract/artifact';
import { runCommand } from './processes/run-command.ts';
import { copySources } from './testing/source-copy.ts';
import type { SourceCopy } from './testing/source-copy.ts';

/** Longer than one word, and long enough to make lines that are formatted otherwise. */
const NAME = 'mfe-bike-pass-and-insurance';
/** Several programs on every source. */
const LIMIT_MS = 300_000;

let copy: SourceCopy;
let said = '';

async function inCopy(...args: readonly string[]) {
  return await runCommand({
    file: process.execPath,
    args,
    cwd: copy.root,
    env: { NO_COLOR: '1', FORCE_COLOR: undefined, NODE_OPTIONS: undefined },
  });
}

beforeAll(async () => {
  copy = await copySources(['e2e']);
  said = await copy.newRemote(NAME);
}, LIMIT_MS);
afterAll(async () => {
  await copy.remove();
});

test('says where the remote is to be seen, and what comes next', () => {
  expect(said).toContain(`${NAME} is there: 14 files, and a line in CODEOWNERS.`);
  expect(said).toContain('npm run dev      shows it at /bike-pass-and-insurance');
});

test('gives it an owner, and names it nowhere else', async () => {
  const owners = await readFile(join(copy.root, 'CODEOWNERS'), 'utf8');
  expect(owners).toMatch(/^\/mfe-bike-pass-and-insurance\/ +@ebike-portal\/bike-pass-and-insurance$/m);
});

describe('what it writes passes', () => {
  const CHECKS: readonly (readonly [what: string, ...args: string[]])[] = [
    ['the type checker, its sources', 'node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.browser.json'],
    ['the type checker, its build', 'node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.node.json'],
    ['the linter', 'node_modules/oxlint/bin/oxlint', NAME],
    ['the formatter', 'node_modules/oxfmt/bin/oxfmt', '--check', NAME],
    ['the search for unused code', 'node_modules/knip/bin/knip.js', '--no-config-hints', '--workspace', NAME],
    [
      'the check of texts',
      '--experimental-vm-modules',
      'node_modules/jest/bin/jest.js',
      '/catalogues.test.ts',
      '-t',
      NAME,
    ],
    ['its own tests', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js', `/${NAME}/`],
  ];
  test.each(CHECKS)(
    '%s',
    async (_what, ...args) => {
      const { code, output } = await inCopy(...args);
      expect(code === 0 ? '' : output).toBe('');
    },
    LIMIT_MS,
  );
});

test(
  'it builds, as version 1.0.0 with a page for whoever is signed in and an item at the end of the header',
  async () => {
    const dist = await copy.build(NAME);
    const manifest = parseArtifactManifest(NAME, JSON.parse(await readFile(join(dist, 'manifest.json'), 'utf8')));
    expect(manifest).toMatchObject({ name: NAME, version: '1.0.0' });
    const { routes, header } = manifest.declaration;
    expect(routes).toMatchObject([{ path: '/bike-pass-and-insurance', access: 'signedIn' }]);
    expect(header).toMatchObject([{ path: '/bike-pass-and-insurance', order: 30 }]);
    expect(Object.keys(manifest.locales ?? {})).toEqual(['en', 'de', 'fr', 'nl']);
  },
  LIMIT_MS,
);

test.each([
  [['mfe-hubs'], /"mfe-hubs" is taken: there is a folder/],
  [['hubs'], /"hubs" is not a name for a remote: it must be like "mfe-bike-pass"/],
  [[], /It takes one name[^]*Usage: npm run new:remote -- mfe-NAME/],
  [['mfe-a', 'mfe-b'], /It takes one name/],
  [['mfe-a', '--force'], /Unknown option '--force'/],
])('refuses %j, and says why', async (words, why) => {
  const { code, output } = await inCopy('scripts/new-remote.ts', ...words);
  expect(output).toMatch(why);
  expect(output).not.toContain('    at ');
  expect(code).toBe(1);
});
