import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { checkAddresses } from './library-loader.ts';
import { Documents } from './documents.ts';

const LIBRARY =
  'languages: [en, fr]\ndocuments:\n  terms:\n    path: /terms\n    earlier: /terms?version={version}\n  privacy-policy:\n    path: /privacy-policy\n';
const FRONT = ['title: Terms', 'description: The rules.', 'version: 2', 'validFrom: 2020-03-25'];
const document = (body: string, front: readonly string[] = FRONT) => `---\n${front.join('\n')}\n---\n\n${body}\n`;
/** A version that begins in 2018 + its number; one that is not the last ends with the day before the next begins. */
const front = (version: number, last = false) => [
  ...FRONT.slice(0, 2),
  `version: ${version}`,
  `validFrom: ${2018 + version}-03-25`,
  ...(last ? [] : [`validTo: ${2019 + version}-03-24`]),
];
const good = (version: number, last = false) => document('## Start\n\nWords.', front(version, last));
const GOOD = good(2, true);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
});
afterEach(async () => await rm(folder, { recursive: true }));

const COMPLETE: Readonly<Record<string, string>> = {
  'library.yaml': LIBRARY,
  'terms/v1/en.md': good(1),
  'terms/v1/fr.md': good(1),
  'terms/v2/en.md': GOOD,
  'terms/v2/fr.md': GOOD,
  'privacy-policy/v1/en.md': good(1),
  'privacy-policy/v1/fr.md': good(1),
  'privacy-policy/v2/en.md': GOOD,
  'privacy-policy/v2/fr.md': GOOD,
  'privacy-policy/v2/fr-ca.md': GOOD,
};

/** Reads every document of the folder, as a build does. */
async function readAll(changes: Readonly<Record<string, string | null>> = {}) {
  for (const [file, text] of Object.entries({ ...COMPLETE, ...changes })) {
    if (text === null) continue;
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  const documents = new Documents(folder);
  return { documents, read: documents.files.map((textFile) => documents.read(textFile)) };
}

test('versions are sorted by number, newest first', async () => {
  const ten = {
    'terms/v2/en.md': good(2),
    'terms/v2/fr.md': good(2),
    'terms/v10/en.md': good(10, true),
    'terms/v10/fr.md': good(10, true),
  };
  expect((await readAll(ten)).documents.versions('terms')).toEqual(['v10', 'v2', 'v1']);
});

test('headings, paragraphs, lists, emphasis and links are parsed', async () => {
  const body =
    '## Your *rights*\n\nOne **two** [three](https://example.com/).\n\n1. first\n2. [mail](mailto:a@b.example)\n\n### More';
  const { read } = await readAll({ 'terms/v2/en.md': document(body) });
  expect(read.find(({ file }) => file === 'terms/v2/en.md')?.blocks).toEqual([
    { kind: 'heading', level: 2, id: 'your-rights', text: 'Your rights' },
    {
      kind: 'paragraph',
      runs: [
        { kind: 'text', text: 'One ' },
        { kind: 'text', text: 'two', strong: true },
        { kind: 'text', text: ' ' },
        { kind: 'link', to: 'https://example.com/', text: 'three' },
        { kind: 'text', text: '.' },
      ],
    },
    {
      kind: 'list',
      ordered: true,
      start: 1,
      items: [[{ kind: 'text', text: 'first' }], [{ kind: 'link', to: 'mailto:a@b.example', text: 'mail' }]],
    },
    { kind: 'heading', level: 3, id: 'more', text: 'More' },
  ]);
});

test('a list starts with its written number', async () => {
  const { read } = await readAll({ 'terms/v2/en.md': document('1. one\n2. two\n\nBetween.\n\n3. three\n4. four') });
  const lists = read.find(({ file }) => file === 'terms/v2/en.md')?.blocks.filter(({ kind }) => kind === 'list');
  expect(lists).toMatchObject([{ start: 1 }, { start: 3 }]);
});

test('an escaped bracket is shown as a bracket', async () => {
  const { read } = await readAll({ 'terms/v2/en.md': document('He wrote \\[sic\\] it so.') });
  expect(read.find(({ file }) => file === 'terms/v2/en.md')?.blocks).toEqual([
    { kind: 'paragraph', runs: [{ kind: 'text', text: 'He wrote [sic] it so.' }] },
  ]);
});

test('no line of a French document starts with a punctuation mark', async () => {
  const body = '## Start\n\nQui « vous » êtes : qui ?';
  const { read } = await readAll({ 'terms/v2/fr.md': document(body), 'terms/v2/en.md': document(body) });
  const text = (language: string) =>
    JSON.stringify(read.find(({ file }) => file === `terms/v2/${language}.md`)?.blocks[1]);
  expect(text('fr')).toContain('Qui «\u00a0vous\u00a0» êtes\u00a0: qui\u00a0?');
  expect(text('en')).toContain('Qui « vous » êtes : qui ?');
});

test.each([
  ['the current version of another document', '../../privacy-policy/v2/en.md', '/privacy-policy'],
  ['an earlier version that has an address', '../v1/fr.md', '/terms?version=v1'],
  ['a heading of the same document', '#start', '#start'],
])('a link to %s gets its address', async (_, written, to) => {
  const { read } = await readAll({ 'terms/v2/en.md': document(`## Start\n\n[there](${written})`) });
  const blocks = read.find(({ file }) => file === 'terms/v2/en.md')?.blocks;
  expect(blocks?.[1]).toEqual({ kind: 'paragraph', runs: [{ kind: 'link', to, text: 'there' }] });
});

test('a regional policy may have other dates', async () => {
  const policy = document('Words.', [...FRONT.slice(0, 3), 'validFrom: 2021-01-01']);
  await expect(readAll({ 'privacy-policy/v2/fr-ca.md': policy })).resolves.toBeDefined();
});

test('reports a version without a route', async () => {
  const { documents } = await readAll({
    'library.yaml': LIBRARY.replace('/terms?version={version}', '/rules/{version}'),
  });
  expect(() => checkAddresses(documents, ['/terms', '/rules/v1', '/privacy-policy'])).not.toThrow();
  expect(() => checkAddresses(documents, ['/terms', '/privacy-policy'])).toThrow(
    'terms/v1/en.md:1: this version has the address "/rules/v1", which is not a route',
  );
  expect(() => checkAddresses(documents, ['/rules/v1', '/privacy-policy'])).toThrow('the address "/terms"');
});

describe('reports mistakes with file and line', () => {
  const withFront = (change: (lines: readonly string[]) => readonly string[]) => document('Words.', change(FRONT));
  const without = (field: string) => withFront((lines) => lines.filter((line) => !line.startsWith(`${field}:`)));
  const instead = (field: string, value: string) =>
    withFront((lines) => lines.map((line) => (line.startsWith(`${field}:`) ? `${field}: ${value}` : line)));

  const EN = 'terms/v2/en.md';
  const en = (text: string) => ({ [EN]: text });
  const body = (text: string) => en(document(text));

  // In the messages "@" stands for the English terms.
  test.each<[string, Readonly<Record<string, string | null>>, string]>([
    ['a missing title', en(without('title')), '@:1: "title" is missing'],
    ['an invalid day', en(instead('validFrom', '2020-02-30')), '@:5: "validFrom" is not a day'],
    [
      'an end before the beginning',
      en(withFront((lines) => [...lines, 'validTo: 2019-01-01'])),
      '@:6: "validTo" must not be before',
    ],
    [
      'a version that was copied from another folder',
      { [EN]: null, 'terms/v2/fr.md': null, 'terms/v3/en.md': GOOD, 'terms/v3/fr.md': GOOD },
      'terms/v3/en.md:4: "version" must be 3, as the folder "v3" says',
    ],
    [
      'a different first day in another language',
      { 'terms/v2/fr.md': instead('validFrom', '2020-03-26') },
      'terms/v2/fr.md:5: "validFrom" must be 2020-03-25, as in terms/v2/en.md',
    ],
    [
      'a last day in one language only',
      { 'terms/v2/fr.md': withFront((lines) => [...lines, 'validTo: 2021-01-01']) },
      'terms/v2/fr.md:6: "validTo" must be left out, as in terms/v2/en.md',
    ],
    [
      'an earlier version without a last day',
      { 'terms/v1/en.md': document('Words.', front(1, true)) },
      'terms/v1/en.md:1: "validTo" is missing in the front matter: this version ends before 2020-03-25, when terms/v2/en.md begins',
    ],
    [
      'a version that ends after the next one begins',
      { 'terms/v1/en.md': document('Words.', [...front(1, true), 'validTo: 2020-03-25']) },
      'terms/v1/en.md:6: "validTo" must be before 2020-03-25, when terms/v2/en.md begins',
    ],
    [
      'a version that ends with the month in which the next one begins',
      { 'terms/v1/en.md': document('Words.', [...front(1, true), 'validTo: 2020-03']) },
      'terms/v1/en.md:6: "validTo" must be before 2020-03-25, when terms/v2/en.md begins',
    ],
    [
      'an earlier version without a last day, in a language that the next one lacks',
      { 'terms/v1/de.md': document('Words.', front(1, true)) },
      'terms/v1/de.md:1: "validTo" is missing in the front matter: this version ends before 2020-03-25, when terms/v2/en.md begins',
    ],
    ['an unknown field', en(withFront((lines) => [...lines, 'author: me'])), '@:6: "author"'],
    ['front matter that is no YAML', en(instead('title', 'a: b: c')), '@:2: '],
    ['front matter without a field', en(document('Words.', [])), '@:1: "title" is missing'],
    ['front matter without an end', en('---\ntitle: Terms\n'), '@:1: the front matter does not end'],
    ['no front matter', en('## Start'), '@:1: a document begins with its front matter'],
    [
      'a dead link to a document',
      body('Words.\n\n[x](../../privacy-policy/v9/en.md)'),
      '@:10: dead link: "../../privacy-policy/v9/en.md" is not a document',
    ],
    ['a dead link to a heading', body('## Start\n\n[x](#end)'), '@:10: dead link: there is no heading "#end"'],
    [
      'a link to an earlier version without an address',
      body('[x](../../privacy-policy/v1/en.md)'),
      '@:8: "../../privacy-policy/v1/en.md" is not the current version',
    ],
    ['a script address', body('[x](javascript:alert)'), '@:8: dead link'],
    ['HTML', body('Words.\n\n<div>bold</div>'), '@:10: "html" is not allowed'],
    ['an image', body('![x](y.png)'), '@:8: "image" is not allowed'],
    ['a footnote that is missing', body('Words.[^1]'), '@:8: this "[" does not begin a'],
    [
      'a link to an undefined reference',
      body('Words.\nSee *[our policy][pp]*.'),
      '@:9: this "[" does not begin a link: to show a bracket, write "\\["',
    ],
    ['a list in a list', body('- one\n  - two'), '@:8: a list item must be one paragraph'],
    ['code in a heading', body('## A `b`'), '@:8: "inlineCode" is not allowed here'],
    ['a list of boxes', body('- [ ] one'), '@:8: a list of checkboxes'],
    ['a title in the text', body('# Terms'), '@:8: headings are "##" or "###"'],
    ['a heading twice', body('## A\n\n## A'), '@:10: the heading "a" is empty, or appears twice'],
    ['an unknown language', { 'terms/v2/es.md': GOOD }, 'terms/v2/es.md:1: "es" is not a language'],
    ['a version that is no number', { 'terms/latest/en.md': GOOD }, 'terms/latest/en.md:1: a document is called'],
    ['a document outside of a version', { 'terms/en.md': GOOD }, 'terms/en.md:1: a document is called'],
    [
      'a document without text',
      { 'library.yaml': `${LIBRARY}  faq:\n    path: /faq\n` },
      'library.yaml:1: "faq" has no text',
    ],
    ['a document that is not listed', { 'imprint/v1/en.md': GOOD }, 'imprint/v1/en.md:1: "imprint" is not listed'],
    [
      'a language that is missing',
      { 'terms/v1/fr.md': null },
      'terms/v1/fr.md:1: this language of the version is missing',
    ],
    ['a list of documents that is no YAML', { 'library.yaml': 'languages: [en' }, 'library.yaml:1: '],
    ['a list of documents without languages', { 'library.yaml': 'documents: {}' }, 'library.yaml:1: "languages"'],
  ])('%s', async (_, changes, message) => {
    await expect(readAll(changes)).rejects.toThrow(message.replace('@', EN));
  });
});
