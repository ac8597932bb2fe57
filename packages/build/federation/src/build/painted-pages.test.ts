import { expect, test } from '@jest/globals';
import { parseDeclaration } from '@portal/contract/declaration';
import { paintedOpenPages } from './painted-pages.ts';

const DECLARATION = parseDeclaration('remote.json', {
  name: 'mfe-news',
  routes: [
    { path: '/news', title: 'news', access: 'open', page: 'news', skeleton: 'message' },
    { path: '/mine', title: 'news', access: 'signedIn', page: 'news', skeleton: 'message' },
  ],
  header: [],
  texts: { news: { en: 'News', de: 'News', fr: 'News', nl: 'News' } },
});

/** The file with one painted page, with the styles of what `stylesOf` was given. */
async function build(path: string, html: string, part?: string) {
  const perLanguage = (text: string) => ({ en: text, de: text, fr: text, nl: text });
  const variants = { '': { html: perLanguage(html), ...(part !== undefined && { part: perLanguage(part) }) } };
  const pages = [{ paths: [path], conditions: [], leavesSignedIn: false, variants }];
  const files = await paintedOpenPages(
    {
      what: 'The painted pages of mfe-news',
      call: async (name) => (name === 'paintPages' ? pages : undefined),
      stylesOf: (forms) => forms.join(' '),
    },
    DECLARATION,
  );
  return files.get('painted-pages');
}

test('a painted page has the styles of all its forms, rows included', async () => {
  expect(JSON.parse((await build('/news', '<ul>%parts%</ul>', '<li>%part.name%</li>')) ?? '')).toMatchObject({
    pages: [{ paths: ['/news'], styles: '<ul><li>%part.name%</li></ul>' }],
  });
});

test.each([
  ['a path that the part does not declare', '/other', '<h1>News</h1>', '"/other" is no route'],
  ['a path that is not open to everybody', '/mine', '<h1>News</h1>', '"/mine" is no route that is open'],
  ['a script', '/news', '<script>alert(1)</script>', '<script'],
  ['a handler', '/news', '<a class="b" onclick="alert(1)">News</a>', 'onclick='],
  ['a style attribute', '/news', '<p style="color:red">News</p>', 'style='],
  ['a placeholder that nobody fills', '/news', '<p>%weather%</p>', 'nobody fills'],
])('%s fails the build', async (_, path, html, message) => {
  await expect(build(path, html)).rejects.toThrow(message);
});

test('text that looks like a handler does not', async () => {
  await expect(build('/news', '<p>Set one=1 and style=2</p>')).resolves.toContain('one=1');
});
