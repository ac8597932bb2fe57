import * as v from 'valibot';

/** How much a message shows of a field's name or value, in characters: inputs may be of any length. */
const MOST_SHOWN = 300;

/**
 * A field's name or value for a message, which goes to logs and terminals: short, and in one line without control
 * characters.
 */
function shown(text: string): string {
  const cut = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
  return cut.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (odd) => `\\u{${odd.codePointAt(0)?.toString(16) ?? ''}}`);
}

/** What a message calls the types that valibot names as JavaScript does. */
const PLAIN_NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  Object: 'an object',
  Array: 'a list',
  boolean: 'true or false',
  number: 'a number',
};
const plainName = (type: string) => PLAIN_NAMES[type] ?? type;

/** What is wrong with a field whose schema has no words of its own. */
function plainWords({ kind, expected, received, message }: v.BaseIssue<unknown>): string {
  if (kind !== 'schema' || expected === null) return message;
  if (expected === 'never') return 'must be left out: there is no such key';
  if (received === 'undefined') return 'must be set';
  const types = expected.replace(/^\((.*)\)$/, '$1').split(' | ');
  return `must be ${types.map(plainName).join(' or ')}, not ${plainName(received)}`;
}

/** An input does not have the agreed shape. `path` names the bad field ("links.kitForum"). */
export class InvalidInputError extends Error {
  readonly path: string;

  constructor(what: string, path: string, message: string) {
    super(`${what}: ${path === '' ? '' : `"${shown(path)}": `}${shown(message)}`);
    this.name = 'InvalidInputError';
    this.path = path;
  }
}

/**
 * Validates `input`. `what` names the document in the error ("config.json").
 * @throws {InvalidInputError} naming the first field that does not fit.
 */
export function parseInput<const Schema extends v.GenericSchema>(
  what: string,
  schema: Schema,
  input: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input, { abortPipeEarly: true, message: plainWords });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new InvalidInputError(what, v.getDotPath(issue) ?? '', issue.message);
}
