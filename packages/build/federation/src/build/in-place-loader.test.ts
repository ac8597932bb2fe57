import { stripTypeScriptTypes } from 'node:module';
import { runInNewContext } from 'node:vm';
import { expect, jest, test } from '@jest/globals';
import inPlaceLoader from './in-place-loader.ts';

interface Hot {
  readonly data?: object;
  accept: () => void;
  decline: () => void;
  invalidate: () => void;
  dispose: (handler: (data: object) => void) => void;
}

/** Runs a module as the bundler does: `update` replaces it. Exports are read where they are used. */
function run(source: string, data?: object) {
  let keep: ((data: object) => void) | undefined;
  const accept = jest.fn();
  const decline = jest.fn();
  const invalidate = jest.fn();
  const replaced = jest.fn();
  const reload = jest.fn();
  const hot: Hot = { ...(data && { data }), accept, decline, invalidate, dispose: (handler) => (keep = handler) };
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
    names: { say: () => undefined },
    window: { __developmentPage: { replaced, reload } },
  }) as Record<string, (...args: unknown[]) => unknown>;
  return {
    exports,
    accept,
    decline,
    invalidate,
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

const SESSION = `
export class Core {
  words = ['started'];
  subscribe(word: string): void {
    this.words.push(word);
  }
}
const core = new Core();
core.subscribe('first');
export const session: Core = core;
export const say = names.say;
export function read(): string {
  return core.words.join(' ');
}
`;

test.each([
  ['a field', SHARED, (text: string) => text.replace('  constructor', '  more = 1;\n  constructor')],
  ['a constructor', SHARED, (text: string) => text.replace('= word;', '= word + 1;')],
  ['what a module does with its own', SESSION, (text: string) => text.replace("'first'", "'second'")],
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

test('what a module has made stays with what was done to it, under each of its names', () => {
  const first = run(SESSION);
  const { session } = first.exports;
  const second = first.update(SESSION.replace("join(' ')", "join('-')"));
  expect(first.exports['read']?.()).toBe('started-first');
  expect(second.exports['session']).toBe(session);
  expect([second.replaced.mock.calls.length, second.reload.mock.calls.length]).toEqual([1, 0]);
});

const FAILURES = `
export const CODES = ['a'];
export class Failure {
  say() {
    return 'said';
  }
}
let count = 0;
export function add() {
  return (count += 1);
}
`;

test('beside a value that others may be made of, functions and state are replaced', () => {
  const first = run(FAILURES);
  first.exports['add']?.();
  const second = first.update(FAILURES.replace('+= 1', '+= 10'));
  expect(first.exports['add']?.()).toBe(11);
  expect([second.replaced.mock.calls.length, second.invalidate.mock.calls.length]).toEqual([1, 0]);
});

test.each([
  ['has changed', FAILURES, FAILURES.replace("'a'", "'b'")],
  ['may be made of what an import has changed', FAILURES, FAILURES],
  [
    'is made by a function that has changed',
    `${FAILURES}export const FIRST = add();\n`,
    `${FAILURES.replace('+= 1', '+= 10')}export const FIRST = add();\n`,
  ],
])('importers run again, once, when a value %s', (_what, source, changed) => {
  const first = run(source);
  const failure = new (first.exports['Failure'] as unknown as new () => object)();
  const second = first.update(changed);
  const third = second.update(changed);
  expect([first, second, third].map(({ invalidate }) => invalidate.mock.calls.length)).toEqual([0, 1, 0]);
  expect(failure).toBeInstanceOf(third.exports['Failure']);
});

test.each([
  ['a value that others may be made of', "export const TABLE = { a: 'b' };"],
  ['what it imports', "export { f } from './f.ts';\nexport type { T } from './t.ts';"],
  ['types', 'export interface T {}\nexport type U = T;'],
])('a module that exports %s passes changes on to its importers', (_what, source) => {
  expect(inPlaceLoader(source)).toBe(source);
});

test('for a module with an effect on others, the page loads anew', () => {
  expect(run("export function f() {}\nstart('now');").decline).toHaveBeenCalled();
});
