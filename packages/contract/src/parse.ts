import * as v from 'valibot';

/** How much a message shows of a field's name or value, in characters: inputs may be of any length. */
const MOST_SHOWN = 300;

/** A field's name or value for a message, which goes to logs and terminals: short, and in one line without control characters. */
function shown(text: string): string {
  const cut = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
  return cut.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (odd) => `\\u{${odd.codePointAt(0)?.toString(16) ?? ''}}`);
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
  const result = v.safeParse(schema, input, { abortPipeEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new InvalidInputError(what, v.getDotPath(issue) ?? '', issue.message);
}
