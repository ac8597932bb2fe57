import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');

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

/** No file of them imports itself. */
const FOLDER_FILES = [
  ['mfe-legal/src/left/header.ts', `import './title.ts'; import '../right/page.ts';`],
  ['mfe-legal/src/left/title.ts', `export const title = '';`],
  ['mfe-legal/src/right/page.ts', `export const page = 1;`],
  ['mfe-legal/src/right/route.ts', `import '../left/title.ts';`],
] as const;

const CHAIN_FILES = Object.entries(CHAINS).flatMap(([name, files]) =>
  files.map(([file, line]) => [`shell/src/${name}/${file}`, line] as const),
);

let folder = '';
/** "file: line of code" -> the linter's finding. */
const complaints = new Map<string, string>();
const cycles: string[] = [];
const looseTexts: string[] = [];

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
  const files = Map.groupBy([...FORM_CASES, ...CHAIN_FILES, ...FOLDER_FILES, ...texts], ([file]): string => file);
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
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('the linter', () => {
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

test('a folder that imports itself by way of another one is reported once', () => {
  const [message = '', ...others] = cycles.filter((each) => each.includes('mfe-legal'));
  expect(others).toEqual([]);
  const [first, middle, last] = message.replace('its folder imports itself: ', '').split(' -> ');
  expect(last).toBe(first);
  expect(new Set([first, middle])).toEqual(new Set(['mfe-legal/src/left', 'mfe-legal/src/right']));
});

test('a bare text beside what comes and goes is refused: translation of the page would break it', () => {
  expect(looseTexts.map((line) => line.slice(13, 19).trim())).toEqual(['Loose', 'Coming']);
});
