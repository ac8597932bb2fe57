import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { checkPart, checkTables } from './check-part.ts';
import { readPart, readSources } from './part.ts';

const LOCALES = 'src/locales';

const PAGE = `
import { Trans, useTranslation } from '@portal/i18n';
const KINDS = ['hub', 'light'] as const;
const NOTES: Record<string, TextKey<'mfe-sample'>> = { first: 'notes.first' };
export function Page({ count, name, note }) {
  const { t } = useTranslation('mfe-sample');
  return (
    <section aria-label={t('title')} className="lead">
      <p>{t('greeting', { name })} – {t('count', { count })}</p>
      {KINDS.map((kind) => <i key={kind}>{t(\`kinds.\${kind}\`)}</i>)}
      <b>{t(NOTES[note])}</b>
      <Trans ns="mfe-sample" i18nKey="help" components={{ mail: (words) => <a href="mailto:a@b.example">{words}</a> }} />
    </section>
  );
}
`;

/** A valid part; every test breaks a copy of it. */
const VALID_PART: Readonly<Record<string, string>> = {
  'remote.json': JSON.stringify({
    name: 'mfe-sample',
    routes: [{ path: '/sample', title: 'sample', access: 'open', page: 'page', skeleton: 'form' }],
    header: [],
    footer: [{ path: '/sample', label: 'samples', order: 10 }],
    texts: {
      sample: { en: 'Sample', de: 'Muster', fr: 'Exemple', nl: 'Voorbeeld' },
      samples: { en: 'Samples', de: 'Beispiele', fr: 'Exemples', nl: 'Voorbeelden' },
    },
  }),
  'src/page.tsx': PAGE,
  'src/page.test.tsx': "test('unused is only in a test', () => t('unused'));",
  [`${LOCALES}/en.json`]: JSON.stringify({
    title: 'Your things',
    greeting: 'Hello, {{name}}',
    count_one: '{{count}} thing',
    count_other: '{{count}} things',
    kinds: { hub: 'Hub', light: 'Light' },
    notes: { first: 'The first one' },
    help: 'Please <mail>write to us</mail>.',
  }),
  [`${LOCALES}/de.json`]: JSON.stringify({
    title: 'Ihre Dinge',
    greeting: 'Hallo {{ name }}',
    count_one: '{{count}} Ding',
    count_other: '{{count}} Dinge',
    kinds: { hub: 'Hub', light: 'Licht' },
    notes: { first: 'Das erste' },
    help: 'Bitte <mail>schreiben Sie uns</mail>.',
  }),
  [`${LOCALES}/fr.json`]: JSON.stringify({
    title: 'Vos choses',
    greeting: 'Bonjour {{name}}',
    count_one: 'une chose',
    count_many: '{{count}} de choses',
    count_other: '{{count}} choses',
    kinds: { hub: 'Hub', light: 'Feu' },
    notes: { first: 'Le premier' },
    help: '<mail>Écrivez-nous</mail>.',
  }),
  [`${LOCALES}/nl.json`]: JSON.stringify({
    title: 'Uw dingen',
    greeting: 'Hallo, {{name}}',
    count_one: '{{count}} ding',
    count_other: '{{count}} dingen',
    kinds: { hub: 'Hub', light: 'Licht' },
    notes: { first: 'Het eerste' },
    help: '<mail>Schrijf ons</mail>.',
  }),
  [`${LOCALES}/same-as-english.json`]: JSON.stringify({ 'kinds.hub': 'the same word everywhere' }),
};

let validPart = '';
let part = '';

beforeAll(async () => {
  validPart = await mkdtemp(join(tmpdir(), 'catalogues-'));
  for (const [file, text] of Object.entries(VALID_PART)) {
    await mkdir(dirname(join(validPart, file)), { recursive: true });
    await writeFile(join(validPart, file), text);
  }
});
beforeEach(async () => {
  part = await mkdtemp(join(tmpdir(), 'catalogues-'));
  await cp(validPart, part, { recursive: true });
});
afterEach(() => rm(part, { recursive: true, force: true }));
afterAll(() => rm(validPart, { recursive: true, force: true }));

/** Replaces the one `text` of a file. */
async function replace(file: string, text: string, by: string): Promise<void> {
  const content = await readFile(join(part, file), 'utf8');
  if (content.split(text).length !== 2) throw new Error(`${file} should contain once: ${text}`);
  await writeFile(join(part, file), content.replace(text, by));
}

const findings = async () => checkPart(await readPart(part), new Set());

test('a valid part has no findings', async () => {
  expect(await findings()).toEqual([]);
});

const SAME = 'is the same as in English; translate it, or say why in same-as-english.json';
const BROKEN: readonly (readonly [what: string, file: string, text: string, by: string, ...complaints: string[]])[] = [
  ['a missing key', 'de', '"title":"Ihre Dinge",', '', 'de: title is missing'],
  [
    'a missing key in a group',
    'nl',
    '"light":"Licht"',
    '"other":"Andere"',
    'nl: kinds.light is missing',
    'nl: kinds.other is not in English',
  ],
  ['a missing group', 'fr', '"notes":{"first":"Le premier"},', '', 'fr: notes.first is missing'],
  ['a key that English lacks', 'nl', '"title"', '"more":"Meer","title"', 'nl: more is not in English'],
  [
    'a missing plural form for many',
    'fr',
    '"count_many":"{{count}} de choses",',
    '',
    'fr: count lacks the plural form "many"',
  ],
  ['a missing plural form', 'de', '"count_other":"{{count}} Dinge",', '', 'de: count lacks the plural form "other"'],
  [
    'a missing plural form of English',
    'en',
    '"count_one":"{{count}} thing",',
    '',
    'en: count lacks the plural form "one"',
  ],
  [
    'a plural form of another language',
    'de',
    '"count_one"',
    '"count_few":"{{count}} Dinge","count_one"',
    'de: count has a plural form "few", which nothing chooses',
  ],
  [
    'a text with and without plural forms',
    'nl',
    '"count_one"',
    '"count":"dingen","count_one"',
    'nl: count is there with and without plural forms',
  ],
  ['a placeholder that is not filled', 'de', '{{ name }}', '{{vorname}}', 'de: greeting has other placeholders'],
  ['a missing placeholder', 'nl', ', {{name}}', '', 'nl: greeting has other placeholders'],
  ['a missing tag', 'de', '<mail>schreiben Sie uns</mail>', 'schreiben Sie uns', 'de: help has other tags'],
  ['a tag that stays open', 'fr', '</mail>', '', 'fr: help has a tag that does not close', 'fr: help has other tags'],
  ['an untranslated sentence', 'fr', 'Le premier', 'The first one', `fr: notes.first ${SAME}`],
  ['an untranslated word', 'de', 'Licht', 'Light', `de: kinds.light ${SAME}`],
  ['an empty text', 'de', 'Das erste', ' ', 'de: notes.first is empty'],
];

test.each(BROKEN)('finds %s', async (_, language, text, by, ...complaints) => {
  await replace(`${LOCALES}/${language}.json`, text, by);
  expect(await findings()).toEqual(complaints.map((complaint) => `${LOCALES}: ${complaint}`));
});

test('finds a missing language', async () => {
  await rm(join(part, LOCALES, 'nl.json'));
  expect(await findings()).toEqual([`${LOCALES}: nl: there is no nl.json`]);
});

test('finds an outdated entry of same-as-english.json', async () => {
  for (const language of ['de', 'fr', 'nl']) await replace(`${LOCALES}/${language}.json`, '"Hub"', '"Nabe"');
  expect(await findings()).toEqual([
    `${LOCALES}: same-as-english.json: no translation of kinds.hub is the same as in English`,
  ]);
});

test('an entry of same-as-english.json needs a reason', async () => {
  await writeFile(join(part, LOCALES, 'same-as-english.json'), JSON.stringify({ 'kinds.hub': '' }));
  await expect(readPart(part)).rejects.toThrow('kinds.hub');
});

describe('finds an unused key', () => {
  const withUnused = async (key: string, texts: Readonly<Record<'en' | 'de' | 'fr' | 'nl', string>>) => {
    for (const [language, text] of Object.entries(texts))
      await replace(`${LOCALES}/${language}.json`, '"notes":{', `"notes":{"${key}":"${text}",`);
  };
  const texts = { en: 'One', de: 'Eins', fr: 'Un', nl: 'Een' };

  test('that no source uses', async () => {
    await withUnused('second', texts);
    expect(await findings()).toEqual([`${LOCALES}: en: notes.second is not used`]);
  });

  test('that only a test uses', async () => {
    await replace('src/page.test.tsx', "'unused'", "'notes.unused'");
    await withUnused('unused', texts);
    expect(await findings()).toEqual([`${LOCALES}: en: notes.unused is not used`]);
  });

  test('when its use is removed', async () => {
    await replace('src/page.tsx', "first: 'notes.first'", '');
    expect(await findings()).toEqual([`${LOCALES}: en: notes.first is not used`]);
  });

  test('of a group with computed keys, when no value matches', async () => {
    await replace('src/page.tsx', "'light'", "'lamp'");
    expect(await findings()).toEqual([`${LOCALES}: en: kinds.light is not used`]);
  });

  test('that only matches the value of an attribute', async () => {
    await replace('src/page.tsx', 'aria-label={t(\'title\')} className="lead"', 'className="title"');
    expect(await findings()).toEqual([`${LOCALES}: en: title is not used`]);
  });
});

describe('a module of @portal/remote-ui', () => {
  const TITLE = "aria-label={t('title')} ";

  beforeEach(async () => {
    const folder = join(part, 'node_modules/@portal/remote-ui');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), JSON.stringify({ exports: { './*': './*.ts' } }));
    await writeFile(join(folder, 'title.ts'), "export const titleBy = (t) => t('title');");
    await replace('src/page.tsx', TITLE, '');
  });

  test('uses texts of a part that imports it', async () => {
    await writeFile(join(part, 'src/title.ts'), "import { titleBy } from '@portal/remote-ui/title';");
    expect(await findings()).toEqual([]);
  });

  test('uses no texts of other parts', async () => {
    expect(await findings()).toEqual([`${LOCALES}: en: title is not used`]);
  });
});

test('a key may be computed from the values of a shared package', async () => {
  await replace('src/page.tsx', "const KINDS = ['hub', 'light'] as const;", "import { KINDS } from '@portal/api';");
  expect(await findings()).toEqual([
    `${LOCALES}: en: kinds.hub is not used`,
    `${LOCALES}: en: kinds.light is not used`,
  ]);
  expect(checkPart(await readPart(part), new Set(['hub', 'light']))).toEqual([]);
});

test.each([
  ["t('greeting', { name })", "t('greeting')", 'page.tsx: greeting gets no value for "name"'],
  ["t('count', { count })", "t('count', { number: count })", 'page.tsx: count gets no value for "count"'],
])('finds a placeholder that a call leaves empty: %s', async (call, by, complaint) => {
  await replace('src/page.tsx', call, by);
  expect(await findings()).toEqual([complaint]);
});

test.each([
  ['as text', '<b>{', '<b>Note: {', 'Note:'],
  ['by a condition', "{t('count', { count })}", "{t('count', { count })}{count > 9 ? 'Many' : ''}", 'Many'],
  ['as a name', 'className="lead"', 'title="Things"', 'Things'],
])('finds words that are in no catalogue: %s', async (_, text, by, words) => {
  await replace('src/page.tsx', text, by);
  expect(await findings()).toEqual([`page.tsx: "${words}" is not in a catalogue`]);
});

test('a word that is only compared needs no catalogue', async () => {
  await replace('src/page.tsx', '<b>{', "{note === 'first' && <hr />}<b>{");
  expect(await findings()).toEqual([]);
});

test.each([
  ["useTranslation('mfe-sample')", "useTranslation('mfe-other')"],
  ['ns="mfe-sample"', 'ns="mfe-other"'],
])('finds texts of another part: %s', async (text, by) => {
  await replace('src/page.tsx', text, by);
  expect(await findings()).toEqual(['page.tsx: takes texts of "mfe-other"']);
});

describe('in the declaration', () => {
  test('a text that is the same as in English needs a reason', async () => {
    await replace('remote.json', 'Muster', 'Sample');
    expect(await findings()).toEqual([`${LOCALES}: de: declared:sample ${SAME}`]);
    await replace(`${LOCALES}/same-as-english.json`, '{', '{"declared:sample":"a name",');
    expect(await findings()).toEqual([]);
  });

  test('a text is used', async () => {
    await replace('remote.json', '"texts":{', '"texts":{"old":{"en":"Old","de":"Alt","fr":"Vieux","nl":"Oud"},');
    expect(await findings()).toEqual(['declared:old is not used']);
  });

  test('a text has every language', async () => {
    await replace('remote.json', ',"nl":"Voorbeeld"', '');
    await expect(readPart(part)).rejects.toThrow('texts.sample.nl');
  });
});

const ENGLISH = "{ hi: (name) => `Hello ${name}`, bye: 'Bye now' }";

test.each([
  ['in the table', `export const TEXTS = { en: ${ENGLISH},`],
  [
    'a constant that types the others',
    `const EN = ${ENGLISH}; export const TEXTS: Record<Language, typeof EN> = { en: EN,`,
  ],
])('texts in the code are compared like those of catalogues: English is %s', async (_, start) => {
  const source = (nl: string) =>
    `${start} de: { hi: (name) => \`Hallo \${name}\`, bye: 'Bye now' }, fr: { hi: () => 'Bonjour', bye: 'Au revoir' }, nl: ${nl} };`;
  await writeFile(join(part, 'src/texts.ts'), source("{ hi: (name) => `Hoi ${name}`, bye: 'Dag' }"));
  const found = ['texts.ts: de: text.bye is the same as in English', 'texts.ts: fr: text.hi has other placeholders'];
  expect(checkTables(await readSources(join(part, 'src')))).toEqual(found);
  await writeFile(join(part, 'src/texts.ts'), source('{ hi: (name) => `Hoi ${name}` }'));
  expect(checkTables(await readSources(join(part, 'src')))).toEqual([...found, 'texts.ts: nl: text.bye is missing']);
});
