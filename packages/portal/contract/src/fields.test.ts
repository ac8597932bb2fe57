import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { getFields, strangeFields } from './fields.ts';

const text = v.string();
const Schema = v.pipe(
  v.strictObject({
    name: text,
    rooms: v.optional(v.array(v.strictObject({ kind: v.picklist(['hall', 'bath']), door: v.optional(text) }))),
    lock: v.union([v.picklist(['open']), v.strictObject({ key: text })]),
    texts: v.record(text, v.strictObject({ en: text })),
  }),
  v.check(() => true),
);
const VALUE = { name: 'a', rooms: [{ kind: 'hall' }], lock: { key: 'k' }, texts: { title: { en: 't' } } };

test('lists the fields of a schema, their few values, and those that must be there', () => {
  expect(getFields(Schema)).toEqual({
    known:
      'lock lock.key lock=open name rooms rooms.door rooms.kind rooms.kind=bath rooms.kind=hall texts texts.* texts.*.en'.split(
        ' ',
      ),
    needed: ['lock', 'name', 'rooms.kind', 'texts', 'texts.*.en'],
  });
});

test.each([
  [VALUE, [], []],
  [{ ...VALUE, rooms: undefined, lock: 'open' }, [], []],
  [{ ...VALUE, garden: { size: 1 } }, ['garden'], []],
  [{ ...VALUE, rooms: [{ kind: 'cellar' }, { door: 'left' }] }, ['rooms.kind=cellar'], ['rooms.kind']],
  [{ ...VALUE, lock: 'shut', texts: { title: {} } }, ['lock=shut'], ['texts.*.en']],
])('finds what is unknown and what is lacking (%#)', (value, unknown, lacking) => {
  expect(strangeFields(value, getFields(Schema))).toEqual({ unknown, lacking });
});
