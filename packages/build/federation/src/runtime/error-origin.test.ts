/**
 * @jest-environment jsdom
 * @jest-environment-options {"url": "https://portal.example.com/settings"}
 */
import { afterEach, describe, expect, test } from '@jest/globals';
import { crashDetails, findOrigin } from './error-origin.ts';

const HASH = '0123456789abcdef';
const ASSETS = 'https://portal.example.com/assets';
const HUBS = `${ASSETS}/mfe-hubs/settings.${HASH}.js:1:2345`;
const SHELL = `${ASSETS}/shell/main.${HASH}.js:2:7`;
const VENDOR = `${ASSETS}/shell/vendor.${HASH}.js:9:9`;
const EXTENSION = 'chrome-extension://abcdefghijklmnop/content.js:5:6';

/** How the engines write the frames "press", an anonymous one and one of a module. */
const ENGINES: Readonly<Record<string, (message: string, frames: readonly string[]) => string>> = {
  Chromium: (message, frames) =>
    [
      message,
      ...frames.map((frame, place) => (place === 1 ? `    at ${frame}` : `    at async press (${frame})`)),
    ].join('\n'),
  Firefox: (_message, frames) =>
    `${frames.map((frame, place) => (place === 1 ? `@${frame}` : `async*press/<@${frame}`)).join('\n')}\n`,
  WebKit: (_message, frames) =>
    [...frames.map((frame, place) => (place === 1 ? frame : `module code@${frame}`)), '[native code]'].join('\n'),
};

function errorWith(
  write: (message: string, frames: readonly string[]) => string,
  frames: readonly string[],
  text = 'A bug',
) {
  const error = new TypeError(text);
  error.stack = write(`TypeError: ${text}`, frames);
  return error;
}

describe.each(Object.entries(ENGINES))('in a stack of %s, an error is', (_, write) => {
  test.each<[string, readonly string[], string | undefined]>([
    ['the remote’s whose code threw', [HUBS, VENDOR, SHELL], 'mfe-hubs'],
    ['the remote’s that called the shell', [SHELL, HUBS, VENDOR], 'mfe-hubs'],
    ['the remote’s that called a package', [VENDOR, VENDOR, HUBS], 'mfe-hubs'],
    ['the shell’s if only its code ran', [SHELL, VENDOR], 'shell'],
    ['nobody’s if only packages ran', [VENDOR, VENDOR], undefined],
    ['nobody’s if an extension threw', [EXTENSION, HUBS], undefined],
    ['nobody’s if code of another site threw', [HUBS.replace('portal.', 'cdn.'), SHELL], undefined],
    ['the remote’s that an extension called', [HUBS, EXTENSION], 'mfe-hubs'],
    ['the remote’s that a script in the page called', [HUBS, 'https://portal.example.com/settings:10:2'], 'mfe-hubs'],
    ['nobody’s without a stack', [], undefined],
  ])('%s', (_case, frames, part) => {
    expect(findOrigin(errorWith(write, frames))?.part).toBe(part);
  });

  test('the remote’s whose code came from the CDN', () => {
    const [hubs, shell] = [HUBS, SHELL].map((frame) => frame.replace('portal.', 'cdn.'));
    const entry = document.createElement('script');
    entry.type = 'module';
    entry.src = 'https://cdn.example.com/assets/shell/entry.0123456789abcdef.js';
    document.head.append(entry);
    const origin = findOrigin(errorWith(write, [hubs ?? '', shell ?? '']));
    entry.remove();
    expect(origin).toEqual({ part: 'mfe-hubs', position: `settings.${HASH}.js:1:2345` });
  });

  test.each([
    ['an extension threw', [EXTENSION, HUBS], { causedBy: 'extension' }],
    ['a package that an extension called threw', [VENDOR, EXTENSION], { causedBy: 'extension' }],
  ])('reported as that of others if %s', (_case, frames, details) => {
    expect(crashDetails(errorWith(write, frames))).toEqual(details);
  });

  test('the remote’s whose code an extension called', () => {
    expect(crashDetails(errorWith(write, [HUBS, EXTENSION]))).not.toHaveProperty('causedBy');
  });

  test('not that of an address in its message', () => {
    expect(findOrigin(errorWith(write, [SHELL], `${HUBS}\n    at ${HUBS}`))?.part).toBe('shell');
  });

  test('reported with its position', () => {
    const error = errorWith(write, [SHELL, HUBS], 'no hub of anna@example.com');
    const details = { message: 'TypeError: no hub of <e-mail>', position: `settings.${HASH}.js:1:2345` };
    expect(crashDetails(error)).toEqual(details);
    expect(crashDetails(new Error('could not be loaded', { cause: error }))).toEqual(details);
  });
});

describe('an element that React does not find', () => {
  const missing = () => new DOMException('The object can not be found here.', 'NotFoundError');

  afterEach(() => {
    document.body.replaceChildren();
    document.documentElement.className = '';
  });

  test.each([
    ['elements that a translation has put in', '<font><font>Speichern</font></font>', ''],
    ['the mark of a translation', '', 'translated-ltr'],
  ])('is the translation’s fault in a page with %s, not another error', (_case, markup, mark) => {
    document.body.innerHTML = markup;
    document.documentElement.className = mark;
    expect(crashDetails(missing())).toEqual({ causedBy: 'translation' });
    expect(crashDetails(new Error('A bug'))).toEqual({ message: 'Error: A bug' });
  });

  test('is the portal’s fault in a page that nobody translates', () => {
    expect(crashDetails(missing())).toEqual({ message: 'NotFoundError: The object can not be found here.' });
  });
});

test('what is thrown without a stack belongs to the place that the browser names', () => {
  expect(findOrigin('a text', HUBS)).toEqual({ part: 'mfe-hubs', position: `settings.${HASH}.js:1:2345` });
  expect(crashDetails('a text', HUBS)).toEqual({ message: 'a text', position: `settings.${HASH}.js:1:2345` });
  expect(findOrigin(undefined, 'https://portal.example.com/settings:0:0')).toBeUndefined();
  expect(findOrigin(null, ':0:0')).toBeUndefined();
  expect(crashDetails({ anna: 'smith' })).toEqual({});
});

test.each<[string, unknown]>([
  ['an object that cannot become a text', Object.create(null)],
  ['a rejection without a reason', undefined],
  ['an error whose stack is none', Object.assign(new Error('A bug'), { stack: 7 })],
])('%s is nobody’s, and is not taken for an error of the shell', (_, thrown) => {
  expect(findOrigin(thrown)).toBeUndefined();
  expect(crashDetails(thrown)).not.toHaveProperty('position');
});

test('errors that name each other as their cause are reported', () => {
  const [one, other] = [new Error('one'), new Error('other')];
  one.cause = other;
  other.cause = one;
  expect(crashDetails(one)).toHaveProperty('message');
});

test('the place of a file without a hash is not reported', () => {
  expect(crashDetails(errorWith(ENGINES['WebKit'] ?? String, [HUBS.replace(`.${HASH}`, '')]))).toEqual({
    message: 'TypeError: A bug',
  });
});
