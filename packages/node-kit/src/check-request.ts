import { InvalidInputError } from '@portal/contract/parse';
import type * as v from 'valibot';

/** How many characters a text of a request has at most, unless its schema says how many. */
const MOST_CHARACTERS = 2000;

/** What is looked at of a schema, which knows it by these names. */
interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly item?: v.GenericSchema;
  readonly wrapped?: v.GenericSchema;
  readonly pipe?: readonly { readonly type: string }[];
}

type Entry = readonly [key: string, schema: v.GenericSchema | undefined, value: unknown];

/** The parts of an input, with their schemas; without one where none is known. */
function listParts({ entries, item }: Shape, input: unknown): readonly Entry[] {
  if (item && Array.isArray(input)) return input.map((each, index) => [String(index), item, each]);
  if (!entries || typeof input !== 'object' || input === null) return [];
  return Object.entries(input).map(([key, value]) => [
    key,
    Object.hasOwn(entries, key) ? entries[key] : undefined,
    value,
  ]);
}

function hasLimit({ pipe = [] }: Shape): boolean {
  return pipe.some(({ type }) => type === 'max_length');
}

/**
 * Refuses what schemas let pass and no request needs: a list for an object, a key that its object does not have (it may
 * be a misspelt one, without which a filter finds everything), and texts of any length. `v.looseObject` takes other
 * keys. @throws {InvalidInputError}
 */
export function checkRequest(what: string, schema: v.GenericSchema, input: unknown, path = ''): void {
  const shape: Shape = schema;
  const refuse = (at: string, message: string) => new InvalidInputError(what, at, message);
  if (shape.wrapped) {
    checkRequest(what, shape.wrapped, input, path);
    return;
  }
  if (shape.entries && Array.isArray(input)) throw refuse(path, 'must be an object, not a list');
  if (shape.type === 'string' && typeof input === 'string' && input.length > MOST_CHARACTERS && !hasLimit(shape))
    throw refuse(path, `must have at most ${String(MOST_CHARACTERS)} characters`);
  for (const [key, part, value] of listParts(shape, input)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (part) checkRequest(what, part, value, at);
    else if (shape.type !== 'loose_object') throw refuse(at, 'must be left out: there is no such key');
  }
}
