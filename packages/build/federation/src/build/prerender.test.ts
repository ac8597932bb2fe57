import { expect, test } from '@jest/globals';
import { parseDeclaration } from '@portal/contract/declaration';
import { textSlot } from '@portal/contract/markup';
import { prerenderedFiles } from './prerender.ts';

const DECLARATION = parseDeclaration('remote.json', {
  name: 'mfe-news',
  routes: [
    { path: '/news', title: 'news', access: 'open', page: 'news', skeleton: 'message' },
    { path: '/mine', title: 'news', access: 'signedIn', page: 'news', skeleton: 'message' },
  ],
  header: [],
  texts: { news: { en: 'News', de: 'News', fr: 'News', nl: 'News' } },
});

const perLanguage = (cases: readonly object[]) => ({ en: cases, de: cases, fr: cases, nl: cases });

/** The files with these pages; their styles tell what `findStyles` was given. */
async function build(...pages: readonly object[]) {
  const files = await prerenderedFiles(
    {
      what: 'The prerendered pages of mfe-news',
      render: async () => pages,
      findStyles: (forms) => forms.join(' '),
    },
    DECLARATION,
  );
  return Object.fromEntries([...files].map(([name, json]): readonly [string, unknown] => [name, JSON.parse(json)]));
}
const page = (path: string, html: string, more: object = {}) => ({
  paths: [path],
  conditions: [],
  cases: perLanguage([{ choices: {}, html }]),
  ...more,
});
const markup = (file: unknown) =>
  (file as { pages: { markup: { en: unknown } }[] }).pages.map((each) => each.markup.en);

test('a page has the styles of all its forms, items included', async () => {
  const items = perLanguage([{ choices: {}, html: `<li>${textSlot('part.name')}</li>` }]);
  const { prerendered } = await build(page('/news', '<ul><slot name="parts"></slot></ul>', { items }));
  expect(prerendered).toMatchObject({ pages: [{ styles: `<ul><li>${textSlot('part.name')}</li></ul>` }] });
  expect(markup(prerendered)).toEqual([
    { page: [['ul', {}, [{ slot: 'parts' }]]], item: [['li', {}, [textSlot('part.name')]]], title: null },
  ]);
});

test('documents have files of their own, and share their styles', async () => {
  const document = (text: string) =>
    page('/news', '<main><slot name="text"></slot></main>', { file: `${text}.v1.en`, paths: [], text });
  const files = await build(document('one'), document('two'));
  const styles = '<main>one</main> <main>two</main>';
  expect(files).toMatchObject({
    'one.v1.en': { pages: [{ styles, text: ['one'] }] },
    'two.v1.en': { pages: [{ styles, text: ['two'] }] },
  });
});

test('a page with data waits for the style sheets; its inputs have slots', async () => {
  const account = { choices: {}, slots: { firstname: 'text' }, required: [] };
  const inputs = { first: 'firstname' };
  const { prerendered } = await build(page('/mine', '<input name="first">', { data: { account }, inputs }));
  expect(prerendered).toMatchObject({ pages: [{ styles: '' }] });
  expect(markup(prerendered)).toEqual([
    { page: [['input', { name: 'first', value: textSlot('firstname') }, []]], item: [], title: null },
  ]);
});

test.each([
  ['a path that the part does not declare', '/other', '<h1>News</h1>', '"/other" is no route'],
  ['a path that is not open to everybody', '/mine', '<h1>News</h1>', '"/mine" is no route that is open'],
  ['a script', '/news', '<script>alert(1)</script>', '<script'],
  ['a handler', '/news', '<a class="b" onclick="alert(1)">News</a>', 'onclick'],
  ['a style attribute', '/news', '<p style="color:red">News</p>', 'style'],
  ['a slot that nobody fills', '/news', `<p>${textSlot('weather')}</p>`, 'nobody fills'],
])('%s fails the build', async (_, path, html, message) => {
  await expect(build(page(path, html))).rejects.toThrow(message);
});

test('an item with an id fails the build', async () => {
  const items = perLanguage([{ choices: {}, html: '<li id="one"></li>' }]);
  await expect(build(page('/news', '<slot name="parts"></slot>', { items }))).rejects.toThrow('id');
});
