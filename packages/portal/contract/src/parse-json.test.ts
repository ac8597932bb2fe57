import { expect, test } from '@jest/globals';
import { parseJson } from './parse-json.ts';

test('JSON is parsed', () => {
  expect(parseJson('a.json', '{"a":[1]}')).toEqual({ a: [1] });
});

test.each([
  ['a comma too many', '{\n  "a": 1,\n}', '3:1'],
  ['no comma', '{\n  "a": 1\n  "b": 2\n}', '3:3'],
  ['no colon', '{\n  "a" 1\n}', '2:7'],
  ['a word', '{\n  "a": x\n}', '2:8'],
  ['a misspelt word', '{\n  "a": [true,\n truX]\n}', '3:5'],
  ['a comment', '// a\n{}', '1:1'],
  ['a comma too many in a list', '[\n  1,\n]', '3:1'],
  ['a text over two lines', '{\n  "a": "b\nc"\n}', '2:10'],
  ['something behind its end', '{}\n}', '2:1'],
  ['no end', '{\n  "a": [1,\n', '2:11'],
  ['nothing', '', '1:1'],
])('JSON with %s is refused with file, line and column', (_, text, place) => {
  expect(() => parseJson('locales/de.json', text)).toThrow(new RegExp(`^locales/de\\.json:${place}: \\S`));
});
