import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { InvalidInputError, parseInput } from './parse.ts';

const LONG = 'x'.repeat(100_000);

test.each([
  ['value', { name: LONG }],
  ['name', { name: 1, [LONG]: true }],
])('a message stays short, whatever the length of a %s', (_, input) => {
  const parse = () => parseInput('release 7', v.strictObject({ name: v.literal(1) }), input);
  expect(parse).toThrow(InvalidInputError);
  expect(parse).toThrow(/^release 7: "(name|x+…)": [^]{1,301}$/);
});

test.each<[unknown, string]>([
  [{}, '"names": must be set'],
  [{ names: 'a' }, '"names": must be a list, not "a"'],
  [{ names: [{}] }, '"names.0": must be a text, not an object'],
  [{ names: [], view: 7 }, '"view": must be "text" or "pdf", not 7'],
  [{ names: [], veiw: 'pdf' }, '"veiw": must be left out: there is no such key'],
  [7, 'a file: must be an object, not 7'],
])('the message for %j is in plain words', (input, words) => {
  const schema = v.strictObject({ names: v.array(v.string()), view: v.optional(v.picklist(['text', 'pdf'])) });
  expect(() => parseInput('a file', schema, input)).toThrow(words);
});

test('a message has no control characters of a name or value, which could forge lines of a log or command a terminal', () => {
  const input = { name: 1, 'a\r\nb\u2028\u202e': '\u001b[2J' };
  expect(() => parseInput('release 7', v.strictObject({ name: v.literal(1) }), input)).toThrow(
    String.raw`release 7: "a\u{d}\u{a}b\u{2028}\u{202e}":`,
  );
});
