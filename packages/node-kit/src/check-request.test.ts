import { describe, expect, test } from '@jest/globals';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import { checkRequest } from './check-request.ts';

const Schema = v.object({
  name: v.string(),
  text: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(5000))),
  list: v.optional(v.array(v.nullable(v.object({ id: v.number() })))),
  others: v.optional(v.looseObject({ id: v.optional(v.string()) })),
});
const RIGHT = { name: 'a', text: 'b'.repeat(5000), list: [null, { id: 1 }], others: { id: 'c', more: [] } };

describe('a request', () => {
  test('passes as its schema has it', () => {
    expect(() => checkRequest('body', Schema, RIGHT)).not.toThrow();
  });

  test.each([
    ['a list for an object', [], 'must be an object'],
    ['a key that there is not', { ...RIGHT, nmae: 'b' }, '"nmae"'],
    ['one that every object has', JSON.parse('{"name":"a","constructor":1,"__proto__":1}'), '"constructor"'],
    ['one further inside', { ...RIGHT, list: [{ id: 1, name: 'b' }] }, '"list.0.name"'],
    ['a list further inside', { ...RIGHT, list: [[]] }, '"list.0"'],
    ['a long text', { name: 'a'.repeat(2001) }, '"name": must have at most 2000'],
    ['a long text in a loose object', { ...RIGHT, others: { id: 'a'.repeat(2001) } }, '"others.id"'],
  ])('is refused with %s', (_what, input: unknown, message) => {
    expect(() => checkRequest('body', Schema, input)).toThrow(message);
  });

  test('of another form is left to its schema', () => {
    for (const input of [undefined, null, 'a', 7, { name: 7 }, { name: 'a', list: {} }]) {
      expect(() => checkRequest('body', Schema, input)).not.toThrow();
      expect(() => parseInput('body', Schema, input)).toThrow('body');
    }
  });
});
