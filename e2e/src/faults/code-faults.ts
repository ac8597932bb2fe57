import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeAnswer } from '../support/change-answer.ts';
import { intercept } from './cell.ts';
import type { Cell, Expectation, Fault, Surface } from './cell.ts';
import { PAGE_ERROR_UNTIL_RELOAD, NOTICE_UNTIL_RELOAD, UNHARMED } from './expectations.ts';

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const IMPORT_MAP = /(<script type="importmap">)([^<]*)/;

/**
 * Replaces a file of a remote as if other bytes had been released: page, import map and Content Security Policy name
 * the hash of the changed ones.
 */
async function changeFile(cell: Cell, path: string, address: RegExp, change: (text: string) => string): Promise<void> {
  const { url } = cell.portal;
  const page = await (await cell.page.request.get(`${url}${path}`)).text();
  const [file = 'none'] = new RegExp(`${address.source}[^"]*`).exec(page) ?? [];
  const original = await (await fetch(`${url}${file}`)).text();
  const changed = change(original);
  if (changed === original) throw new Error(`${file} is unchanged`);
  await intercept(cell, address, async (route) => await changeAnswer(route, () => changed));
  // What the page does not list, it learns from here.
  await cell.page.route(
    '**/part.json?*',
    async (route) => await changeAnswer(route, (body) => body.replaceAll(sha256(original), sha256(changed))),
  );
  await cell.page.route(
    (to) => to.pathname === path,
    async (route) => {
      const response = await route.fetch();
      const before = await response.text();
      const after = before.replaceAll(sha256(original), sha256(changed));
      const [, , mapBefore = ''] = IMPORT_MAP.exec(before) ?? [];
      const [, , mapAfter = ''] = IMPORT_MAP.exec(after) ?? [];
      const policy = response.headers()['content-security-policy'] ?? '';
      const headers = {
        ...response.headers(),
        'content-security-policy': policy
          .replaceAll(sha256(mapBefore), sha256(mapAfter))
          .replaceAll(sha256(original), sha256(changed)),
      };
      await route.fulfill({ response, headers, body: after });
    },
  );
}

const EXPORTS = /export\s*\{(\w+) as get,\s*(\w+) as init\};?\s*$/;

/**
 * The entry of a remote whose pages are wrapped. `wrap` is an expression of the wrapper: from `Page`, and `React` as
 * the shell shares it, to another component.
 */
function wrapPages(entry: string, wrap: string): string {
  return entry.replace(
    EXPORTS,
    (_, get: string, init: string) => `
      let React;
      const wrap = (Page) => (${wrap});
      const wrapped = (load) => async () => ({ Page: wrap((await load()).Page) });
      export async function init(scope) {
        await ${init}(scope);
        React = (await Object.values(scope.react)[0].get())();
      }
      export async function get(name) {
        const { pages, ...rest } = (await ${get}(name))();
        const all = Object.fromEntries(Object.entries(pages).map(([page, load]) => [page, wrapped(load)]));
        return () => ({ ...rest, pages: all });
      }`,
  );
}

/** React itself, as the shell has it. */
const REACT = readFileSync(join(import.meta.dirname, '../../../node_modules/react/cjs/react.production.js'), 'utf8');

type Code = readonly [
  name: string,
  change: (entry: string) => string,
  expected: Expectation,
  counted: Fault['counted'] | undefined,
];

const crash = (when: string) => `throw new Error('A fault ${when}')`;
const inWrapper =
  (body: string) =>
  (entry: string): string =>
    wrapPages(entry, `function Wrapper() { ${body} return React.createElement(Page); }`);

const CODES: readonly Code[] = [
  [
    'of a newer contract',
    // What the shell gets has another shape than the one that both sides agreed on.
    (entry) =>
      entry.replace(
        EXPORTS,
        (_, __, init: string) => `
      export const init = ${init};
      export const get = async () => () => ({ screens: {} });`,
      ),
    PAGE_ERROR_UNTIL_RELOAD,
    'incompatible',
  ],
  ['throws at import', (entry) => `${crash('at import')};\n${entry}`, PAGE_ERROR_UNTIL_RELOAD, 'crashed'],
  ['throws in render', inWrapper(`${crash('in render')};`), PAGE_ERROR_UNTIL_RELOAD, 'crashed'],
  [
    'throws in an effect',
    inWrapper(`React.useEffect(() => { ${crash('in an effect')}; });`),
    PAGE_ERROR_UNTIL_RELOAD,
    'crashed',
  ],
  [
    'throws in an event handler',
    (entry) =>
      wrapPages(
        entry,
        `() => React.createElement('div', { style: { display: 'contents' }, onClickCapture(event) {
          event.stopPropagation();
          event.preventDefault();
          ${crash('in an event handler')};
        } }, React.createElement(Page))`,
      ),
    NOTICE_UNTIL_RELOAD,
    'crashed',
  ],
  [
    'rejects a promise',
    inWrapper(`React.useEffect(() => { void (async () => { ${crash('in a promise')}; })(); }, []);`),
    UNHARMED,
    'crashed',
  ],
  [
    'brings a second React',
    (entry) =>
      wrapPages(
        entry,
        `(() => {
          const exports = {};
          ${REACT}
          return () => { exports.useState(0); return React.createElement(Page); };
        })()`,
      ),
    PAGE_ERROR_UNTIL_RELOAD,
    'crashed',
  ],
  [
    'writes to window',
    (entry) => `
      Object.assign(window, { React: {}, i18next: {}, session: 'taken', api: 1, t: 2, process: {}, name: 'taken', onerror: () => true });
      Array.prototype.shuffled = function () { return this; };
      ${entry}`,
    UNHARMED,
    undefined,
  ],
  [
    'writes to document.title',
    inWrapper(
      `React.useEffect(() => { const timer = setTimeout(() => { document.title = 'Taken'; }); return () => clearTimeout(timer); }, []);`,
    ),
    UNHARMED,
    undefined,
  ],
];

const applies = ({ kind, remote }: Surface, name: string) =>
  name === 'throws in an event handler'
    ? kind === 'action' && (remote === 'hubs' || remote === 'account')
    : kind === 'first screen';

export const CODE_FAULTS: readonly Fault[] = CODES.map(([name, change, expected, failure]): Fault => ({
  name: `code, ${name}`,
  ...(failure && { counted: failure }),
  fromTheStart: true,
  applies: (surface) => applies(surface, name),
  expects: () => expected,
  begin: async (cell, { path, remote }) =>
    await changeFile(cell, path, new RegExp(`/assets/mfe-${remote}/entry\\.`), change),
  end: async ({ page }) => await page.unrouteAll(),
}));
