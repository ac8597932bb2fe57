import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parseArtifactManifest } from '@portal/contract/artifact';
import { IS_FULL_RUN } from '@portal/node-kit/testing/inputs';
import { checkPart } from '../tools/catalogues/check-part.ts';
import { readPart } from '../tools/catalogues/part.ts';
import { runCommand } from './processes/run-command.ts';
import { copySources } from './testing/source-copy.ts';
import type { SourceCopy } from './testing/source-copy.ts';

/** Several words, and long enough to change how lines are formatted. */
const NAME = 'mfe-bike-pass-and-insurance';

let copy: SourceCopy;
let printed = '';

async function inCopy(...args: readonly string[]) {
  return await runCommand({
    file: process.execPath,
    args,
    cwd: copy.root,
    env: { NO_COLOR: '1', FORCE_COLOR: undefined, NODE_OPTIONS: undefined },
  });
}

beforeAll(async () => {
  copy = await copySources(['lab']);
  printed = await copy.newRemote(NAME);
});
afterAll(async () => {
  await copy.remove();
});

test('prints the page of the remote and the next commands', () => {
  expect(printed).toContain(`${NAME} is written: 15 files, and a line in CODEOWNERS.`);
  expect(printed).toContain('npm run dev      shows it at /bike-pass-and-insurance');
});

test('adds its owner to CODEOWNERS', async () => {
  const owners = await readFile(join(copy.root, 'CODEOWNERS'), 'utf8');
  expect(owners).toMatch(/^\/mfe-bike-pass-and-insurance\/ +@ebike-portal\/bike-pass-and-insurance$/m);
});

describe('the generated remote passes', () => {
  /** Projects with only the new remote's files, with the options of those that `npm run check` uses. */
  const PROJECTS: readonly (readonly [what: string, base: string, ...files: string[]])[] = [
    ['sources', 'browser', `${NAME}/src`, '**/*.d.ts'],
    ['tests', 'browser-tests', `${NAME}/src`, '**/*.d.ts'],
    ['build', 'node', `${NAME}/*.ts`],
  ];
  test.each(PROJECTS)('the type checker, its %s', async (what, base, ...include) => {
    const project = `tsconfig.${what}.json`;
    await writeFile(join(copy.root, project), JSON.stringify({ extends: `./tsconfig.${base}.json`, include }));
    const { code, output } = await inCopy('node_modules/typescript/bin/tsc', '--noEmit', '-p', project);
    expect(code === 0 ? '' : output).toBe('');
  });

  test('the check of texts', async () => {
    expect(checkPart(await readPart(join(copy.root, NAME)), new Set())).toEqual([]);
  });

  const CHECKS: readonly (readonly [what: string, ...args: string[]])[] = [
    ['the formatter', 'node_modules/oxfmt/bin/oxfmt', '--check', NAME],
    // These take long: they read the whole repository, or start another Jest.
    ...(IS_FULL_RUN
      ? [
          ['the linter', 'node_modules/oxlint/bin/oxlint', NAME] as const,
          [
            'the search for unused code',
            'node_modules/knip/bin/knip.js',
            '--no-config-hints',
            '--workspace',
            NAME,
          ] as const,
          ['its own tests', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js', `/${NAME}/`] as const,
        ]
      : []),
  ];
  test.each(CHECKS)('%s', async (_what, ...args) => {
    const { code, output } = await inCopy(...args);
    expect(code === 0 ? '' : output).toBe('');
  });
});

test('the browser test of routes expects its page, without a line in its table', async () => {
  const script = `
    import { declaredPaths, ROUTES } from './e2e/src/support/routes.ts';
    const rows = ROUTES.filter(({ path }) => path.startsWith('/bike-pass'));
    console.log(JSON.stringify({ rows, isDeclared: declaredPaths().has('/bike-pass-and-insurance') }));
  `;
  const { output } = await inCopy('--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script);
  expect(JSON.parse(output)).toEqual({
    rows: [
      {
        path: '/bike-pass-and-insurance',
        access: 'signed in',
        title: 'Bike pass and insurance',
        leads: { visitor: '/login?redirect=%2Fbike-pass-and-insurance', user: 'opens', developer: 'opens' },
      },
    ],
    isDeclared: true,
  });
});

test('it builds as version 1.0.0, with a page for signed-in users and an item at the end of the header', async () => {
  const dist = await copy.build(NAME);
  const manifest = parseArtifactManifest(NAME, JSON.parse(await readFile(join(dist, 'manifest.json'), 'utf8')));
  expect(manifest).toMatchObject({ name: NAME, version: '1.0.0' });
  const { routes, header } = manifest.declaration;
  expect(routes).toMatchObject([{ path: '/bike-pass-and-insurance', access: 'signedIn' }]);
  expect(header).toMatchObject([{ path: '/bike-pass-and-insurance' }]);
  // Behind those of the portal's own parts, and of another remote that somebody is making.
  expect(header[0]?.order).toBeGreaterThanOrEqual(30);
  expect(Object.keys(manifest.locales ?? {})).toEqual(['en', 'de', 'fr', 'nl']);
});

test.each([
  [['mfe-hubs'], /"mfe-hubs" is taken: there is a folder/],
  [[], /It takes one name[^]*Usage: npm run new:remote -- mfe-NAME/],
  [['mfe-a', 'mfe-b'], /It takes one name/],
  [['mfe-a', '--force'], /Unknown option '--force'/],
])('refuses %j, with the reason', async (words, why) => {
  const { code, output } = await inCopy('scripts/new-remote.ts', ...words);
  expect(output).toMatch(why);
  expect(output).not.toContain('    at ');
  expect(code).toBe(1);
});
