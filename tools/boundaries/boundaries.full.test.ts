import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { COMPLAINTS } from './check-import.ts';
import { IMPORT_SITES } from './import-sites.ts';

const ROOT = join(import.meta.dirname, '../..');

type Kind = (typeof COMPLAINTS)[number];
/** [importing file, what it imports, the complaint that is expected] */
type Case = readonly [file: string, specifier: string, kind?: Kind];

/** An illegal import for every site and every kind of complaint, by hand from the rules; the repository itself shows what is legal. */
const ILLEGAL: readonly Case[] = [
  ['packages/contract/src/user.ts', '@portal/session', 'not-allowed'],
  ['packages/contract/src/user.ts', 'node:fs', 'node-in-browser'],
  ['packages/ui/src/button.tsx', '@portal/contract/language', 'not-allowed'],
  ['packages/ui/src/button.tsx', '@portal/i18n', 'not-allowed'],
  ['packages/session/src/store.ts', '@portal/api', 'not-allowed'],
  ['packages/session/src/store.ts', '../../contract/src/user.ts', 'leaves-package'],
  ['packages/api/src/wire.ts', '@portal/session', 'not-allowed'],
  ['packages/api/src/wire.ts', './client.ts', 'wrong-way-inside'],
  ['packages/api/src/client.ts', '@portal/ui', 'not-allowed'],
  ['packages/api/src/client.ts', '@portal/session/testing', 'test-double'],
  ['packages/api/src/client.ts', '@portal/node-kit/testing', 'not-allowed'],
  ['packages/i18n/src/index.ts', '@portal/session', 'not-allowed'],
  ['packages/staff-api/src/wire.ts', '@portal/session', 'not-allowed'],
  ['shell/src/boot.ts', '@portal/staff-api/acts', 'not-allowed'],
  ['packages/pdf-viewer/src/pdf-viewer.tsx', '@portal/i18n', 'not-allowed'],
  ['packages/pdf-viewer/src/pdf-viewer.tsx', '@portal/ui/paint', 'past-exports'],
  ['packages/pdf-viewer/src/pdf-viewer.tsx', '@portal/i18n/paint', 'not-allowed'],
  ['shell/src/boot.ts', '@portal/pdf-viewer', 'not-allowed'],
  ['packages/federation/src/runtime/loader.ts', '../build/part.ts', 'wrong-way-inside'],
  ['packages/federation/src/runtime/loader.ts', '@portal/ui', 'not-allowed'],
  ['packages/federation/src/share-runtime/start-shell.ts', 'node:fs', 'node-in-browser'],
  ['packages/federation/src/share-runtime/start-shell.ts', '../runtime/loader.ts', 'wrong-way-inside'],
  ['packages/federation/src/development/page.ts', 'node:fs', 'node-in-browser'],
  ['packages/federation/src/development/page.ts', '../build/part.ts', 'wrong-way-inside'],
  ['packages/federation/src/build/part.ts', '@portal/release/errors', 'not-allowed'],
  ['mfe-hubs/rspack.config.ts', '../mfe-legal/rspack.config.ts', 'leaves-package'],
  ['mfe-hubs/rspack.config.ts', '@portal/release/errors', 'not-allowed'],
  ['shell/src/boot.ts', 'mfe-hubs', 'not-allowed'],
  ['shell/src/boot.ts', '../../mfe-hubs/src/remote.ts', 'leaves-package'],
  ['shell/src/boot.ts', '@portal/federation/build', 'past-exports'],
  ['shell/src/boot.ts', '@portal/release/store', 'not-allowed'],
  ['shell/src/features/login/login-page.tsx', '../info/info-page.tsx', 'sibling-feature'],
  ['mfe-hubs/src/remote.ts', 'shell', 'not-allowed'],
  ['mfe-hubs/src/remote.ts', 'mfe-account', 'not-allowed'],
  ['mfe-hubs/src/remote.ts', '../../mfe-account/src/remote.ts', 'leaves-package'],
  ['mfe-hubs/src/remote.ts', '@portal/federation/runtime', 'not-allowed'],
  ['mfe-hubs/src/remote.ts', '@portal/session/src/store.ts', 'past-exports'],
  ['mfe-hubs/src/remote.ts', '@portal/ui/testing', 'test-double'],
  ['mfe-hubs/src/remote.ts', 'node:path', 'node-in-browser'],
  ['mfe-hubs/src/remote.ts', 'react-router-dom', 'through-facade'],
  ['mfe-hubs/src/remote.ts', 'react-i18next', 'through-facade'],
  ['mfe-hubs/src/remote.ts', 'zustand/vanilla', 'through-facade'],
  ['mfe-hubs/src/remote.ts', '@portal/session/http', 'past-exports'],
  ['mfe-hubs/src/remote.ts', 'react-dom/client', 'through-facade'],
  ['mfe-hubs/src/features/hubs/settings-page.tsx', '../release/dialog.tsx', 'sibling-feature'],
  ['packages/node-kit/src/listen.ts', '@portal/release/errors', 'not-allowed'],
  ['packages/release/src/store/store.ts', '@portal/web-server', 'not-allowed'],
  ['packages/release/src/store/store.ts', '@portal/release-console', 'not-allowed'],
  ['packages/release/src/store/store.ts', '@portal/ui/styles.css', 'not-allowed'],
  ['packages/release-console/src/console.ts', '@portal/ui', 'past-exports'],
  ['packages/release-console/src/console.ts', '@portal/web-server', 'not-allowed'],
  ['packages/release-watcher/src/watcher.ts', '@portal/release-console', 'not-allowed'],
  ['packages/release-service/src/service.ts', '@portal/release-console', 'not-allowed'],
  ['packages/web-server/src/page.ts', '@portal/release/errors', 'past-exports'],
  ['packages/web-server/src/page.ts', '@portal/dev-backend', 'not-allowed'],
  ['packages/dev-backend/src/hubs.ts', '@portal/api', 'past-exports'],
  ['packages/dev-backend/src/hubs.ts', '@portal/session', 'not-allowed'],
  ['packages/create-remote/src/create-remote.ts', '@portal/federation/build', 'not-allowed'],
  ['packages/remote-kit/src/lint.ts', '@portal/contract/parse', 'not-allowed'],
  ['packages/create-remote/src/create-remote.ts', '../../../scripts/find-browser.ts', 'leaves-package'],
  ['e2e/src/other-host/page/host.ts', '@portal/federation/runtime', 'not-allowed'],
  ['lab/bench/application/pages.ts', '../../../mfe-hubs/src/pages/settings-page.tsx', 'leaves-package'],
  ['lab/bench/application/pages.ts', 'node:fs', 'node-in-browser'],
  ['lab/bench/build-application.ts', '../../mfe-hubs/src/remote.ts', 'leaves-package'],
  ['e2e/src/settings.spec.ts', '@portal/api', 'not-allowed'],
  ['e2e/src/settings.spec.ts', '@portal/federation/benchmark', 'not-allowed'],
  ['e2e/src/settings.spec.ts', '../../shell/src/boot.ts', 'leaves-package'],
  ['scripts/start.ts', '@portal/session', 'not-allowed'],
  ['scripts/start.ts', '../packages/web-server/src/main.ts', 'leaves-package'],
  ['lab/bench/page-bytes.ts', '@portal/dev-backend', 'not-allowed'],
  ['tools/catalogues/part.ts', '@portal/release/errors', 'past-exports'],
  ['tools/catalogues/part.ts', '@portal/dev-backend', 'not-allowed'],
  ['knip.config.ts', './packages/contract/src/version.ts', 'leaves-package'],
];

/** The forms in which a module can be named. */
const FORMS: readonly ((specifier: string) => string)[] = [
  (specifier) => `import * as it0 from '${specifier}'; export { it0 };`,
  (specifier) => `import type * as it1 from '${specifier}'; export type { it1 };`,
  (specifier) => `import '${specifier}';`,
  (specifier) => `export * from '${specifier}';`,
  (specifier) => `export { it4 } from '${specifier}';`,
  (specifier) => `export const it5 = import('${specifier}');`,
  (specifier) => `export type It = import('${specifier}').It;`,
];

interface Finding {
  readonly code: string;
  readonly message: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

const FORM_CASES = FORMS.map((form) => ['mfe-hubs/src/forms.ts', form('mfe-account')] as const);
const LINES = [...ILLEGAL.map(([file, specifier]) => [file, `import '${specifier}';`] as const), ...FORM_CASES];

/** Folders of files that import each other; lazy imports and type imports count like all others. */
const CHAINS: Readonly<Record<string, readonly (readonly [file: string, line: string])[]>> = {
  'lazy and types': [
    ['portal.ts', `import { createPages } from './pages.ts'; export const portal = createPages();`],
    ['pages.ts', `export const createPages = () => import(/* webpackChunkName: "info" */ './info.tsx');`],
    ['info.tsx', `import { useTitle } from './title.ts'; export const Page = () => useTitle();`],
    [
      'title.ts',
      `import type { portal } from './portal.ts'; export const useTitle = (): typeof portal | null => null;`,
    ],
  ],
  're-exports': [
    ['first.ts', `export * from './second.ts';`],
    ['second.ts', `export { third } from './third.ts';`],
    ['third.ts', `export const third = (it: import('./first.ts').First) => it;`],
  ],
  'no circle': [
    ['top.ts', `import './left.ts'; import './right.ts';`],
    ['left.ts', `import './bottom.ts';`],
    ['right.ts', `import './bottom.ts';`],
    ['bottom.ts', `export const bottom = import('./none.ts');`],
  ],
};
const LOOSE_TEXT_LINES = [
  `export const Loose = ({ busy }: { busy: boolean }) => <b>{busy && <i />}Save</b>;`,
  `export const Coming = ({ busy, t }: Texts) => <b><i />{busy && t('saving')}</b>;`,
  `export const Own = ({ busy, t }: Texts) => <b>{busy && <i />}<span>{t('save')}</span></b>;`,
  `export const Alone = ({ busy, t }: Texts) => <b>{busy ? t('saving') : t('save')}</b>;`,
  `interface Texts { readonly busy: boolean; readonly t: (key: string) => string }`,
];

const CHAIN_FILES = Object.entries(CHAINS).flatMap(([name, files]) =>
  files.map(([file, line]) => [`shell/src/${name}/${file}`, line] as const),
);

let folder = '';
/** "file: line of code" -> the linter's finding. */
const complaints = new Map<string, string>();
const cycles: string[] = [];
const looseTexts: string[] = [];

const complaintOf = (file: string, specifier: string) => complaints.get(`${file}: import '${specifier}';`);

async function lint(): Promise<readonly Finding[]> {
  const output = await new Promise<string>((resolve) => {
    const bin = join(ROOT, 'node_modules/oxlint/bin/oxlint');
    execFile(process.execPath, [bin, '--format', 'json'], { cwd: folder, maxBuffer: 2 ** 26 }, (_error, stdout) => {
      resolve(stdout);
    });
  });
  return (JSON.parse(output) as { diagnostics: Finding[] }).diagnostics;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boundaries-'));
  for (const rules of ['tools/boundaries', 'tools/lint-rules'])
    await cp(join(ROOT, rules), join(folder, rules), { recursive: true });
  await cp(join(ROOT, 'oxlint.config.ts'), join(folder, 'oxlint.config.ts'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));

  const texts = LOOSE_TEXT_LINES.map((line) => ['mfe-hubs/src/texts.tsx', line] as const);
  const files = Map.groupBy([...LINES, ...CHAIN_FILES, ...texts], ([file]) => file);
  for (const [file, lines] of files) {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, lines.map(([, line]) => `${line}\n`).join(''));
  }
  for (const { code, filename, labels, message } of await lint()) {
    const line = files.get(filename)?.[(labels[0]?.span.line ?? 0) - 1];
    if (code === 'portal(boundaries)' && line) complaints.set(line.join(': '), message);
    if (code === 'portal(no-cycles)') cycles.push(message);
    if (code === 'portal(loose-text)') looseTexts.push(LOOSE_TEXT_LINES[(labels[0]?.span.line ?? 0) - 1] ?? '');
  }
}, 60_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('the linter', () => {
  test.each(ILLEGAL)('refuses %s to import "%s": %s', (file, specifier, kind) => {
    expect(complaintOf(file, specifier)).toMatch(new RegExp(`^${kind}: `));
  });

  test.each(FORM_CASES)('sees in %s: %s', (file, line) => {
    expect(complaints.get(`${file}: ${line}`)).toMatch(/^not-allowed: /);
  });
});

describe('a file that imports itself by way of others', () => {
  const cyclesIn = (name: string) => cycles.filter((message) => message.includes(`shell/src/${name}/`));

  test.each(['lazy and types', 're-exports'])('is reported once, with every file of the cycle: %s', (name) => {
    const [message = '', ...others] = cyclesIn(name);
    expect(others).toEqual([]);
    const [first, ...files] = message.replace('imports itself: ', '').split(' -> ');
    expect(files.at(-1)).toBe(first);
    expect(files.toSorted()).toEqual((CHAINS[name] ?? []).map(([file]) => `shell/src/${name}/${file}`).toSorted());
  });

  test('is not reported for a file that two others import', () => {
    expect(cyclesIn('no circle')).toEqual([]);
  });
});

test('a bare text beside what comes and goes is refused: translation of the page would break it', () => {
  expect(looseTexts.map((line) => line.slice(13, 19).trim())).toEqual(['Loose', 'Coming']);
});

describe('the cases above', () => {
  test.each(IMPORT_SITES.map(({ name, files }) => ({ name, files })))('try "$name"', ({ files }) => {
    const literal = (pattern: string): string => pattern.replace(/\/?\*\*?$/, '').replace('*', 'hubs');
    expect(ILLEGAL.some(([file]) => files.some((pattern) => file.startsWith(literal(pattern))))).toBe(true);
  });

  test('try every kind of complaint', () => {
    expect(new Set(ILLEGAL.map(([, , kind]) => kind))).toEqual(new Set(COMPLAINTS));
  });
});
