import { stripTypeScriptTypes } from 'node:module';
import { runInNewContext } from 'node:vm';
import { expect, jest, test } from '@jest/globals';
import inPlaceLoader from './in-place-loader.ts';

interface Hot {
  readonly data?: object;
  accept: () => void;
  decline: () => void;
  dispose: (handler: (data: object) => void) => void;
}

/** Runs a module as the bundler does: `update` replaces it. Exports are read where they are used. */
function run(source: string, data?: object) {
  let keep: ((data: object) => void) | undefined;
  const accept = jest.fn();
  const decline = jest.fn();
  const replaced = jest.fn();
  const reload = jest.fn();
  const hot: Hot = { ...(data && { data }), accept, decline, dispose: (handler) => (keep = handler) };
  const names = [...source.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(
    ([, name]) => name ?? '',
  );
  const code = stripTypeScriptTypes(inPlaceLoader(source))
    .replaceAll(/^export /gm, '')
    .replaceAll('import.meta.webpackHot', 'ofBundler');
  const getters = names.map((name) => `get ${name}() { return ${name}; }`).join(', ');
  const exports = runInNewContext(`${code}\n;({ ${getters} })`, {
    ofBundler: hot,
    start: () => undefined,
    window: { __developmentPage: { replaced, reload } },
  }) as Record<string, (...args: unknown[]) => unknown>;
  return {
    exports,
    accept,
    decline,
    replaced,
    reload,
    update(changed: string) {
      const kept = {};
      keep?.(kept);
      return run(changed, kept);
    },
  };
}

const COUNTER = `
let count = 0;
const heard: Set<string> = new Set();
export const STEP: number = 1;
export const shown = (): string => \`\${count} of \${heard.size}\`;
export function add(word: string): void {
  count += STEP;
  heard.add(word);
}
`;

test('importers that keep an old module get its new functions and constants, with its state', () => {
  const first = run(COUNTER);
  expect(first.accept).toHaveBeenCalled();
  first.exports['add']?.('a');
  const second = first.update(COUNTER.replace('= 1;', '= 10;').replace(' of ', ' in '));
  first.exports['add']?.('b');
  expect(first.exports['shown']?.()).toBe('11 in 2');
  second.update(COUNTER.replace(' of ', ' from '));
  expect(first.exports['shown']?.()).toBe('11 from 2');
  expect(second.exports['shown']?.()).toBe('11 from 2');
  expect(second.replaced).toHaveBeenCalled();
});

const SHARED = `
export class Call {
  readonly #word: string;
  constructor(word: string) {
    this.#word = word;
  }
  get text(): string {
    return 'Call ' + this.#word;
  }
}
const calls = new Map<string, Call>();
export function call(word: string): Call {
  const made = calls.get(word) ?? new Call(word);
  calls.set(word, made);
  return made;
}
`;

test('instances that are there get the new methods of their class, and stay instances of it', () => {
  const first = run(SHARED);
  const made = first.exports['call']?.('a') as { readonly text: string };
  const second = first.update(SHARED.replace("'Call '", "'Called '"));
  expect(made.text).toBe('Called a');
  expect(second.exports['call']?.('a')).toBe(made);
  expect(made).toBeInstanceOf(second.exports['Call']);
  expect([second.replaced.mock.calls.length, second.reload.mock.calls.length]).toEqual([1, 0]);
});

test.each([
  ['a field', SHARED, (text: string) => text.replace('  constructor', '  more = 1;\n  constructor')],
  ['a constructor', SHARED, (text: string) => text.replace('= word;', '= word + 1;')],
  [
    'a hook in a hook',
    'export function useCall() {\n  useRef();\n}',
    (text: string) => text.replace('useRef', 'useMemo'),
  ],
])('the page loads anew when %s has changed, which what is there would lack', (_what, source, change) => {
  const second = run(source).update(change(source));
  expect([second.replaced.mock.calls.length, second.reload.mock.calls.length]).toEqual([0, 1]);
});

test('a hook whose hooks are the same is replaced', () => {
  const source = "export function useCall() {\n  return 'a';\n}";
  const first = run(source);
  first.update(source.replace("'a'", "'b'"));
  expect(first.exports['useCall']?.()).toBe('b');
});

test.each([
  ['a value that others may be made of', "export const TABLE = { a: 'b' };\nexport function f() {}"],
  ['what it imports', "export { f } from './f.ts';\nexport type { T } from './t.ts';"],
  ['types', 'export interface T {}\nexport type U = T;'],
])('a module that exports %s passes changes on to its importers', (_what, source) => {
  expect(inPlaceLoader(source)).toBe(source);
});

test.each([
  ['a class beside a value', "export class Call {}\nexport const TABLE = { a: 'b' };"],
  ['an effect', "export function f() {}\nstart('now');"],
  ['state beside a value', 'let state = 0;\nexport const TABLE = { a: () => state };'],
])('for a module with %s, the page loads anew', (_what, source) => {
  expect(run(source).decline).toHaveBeenCalled();
});
