import * as v from 'valibot';

/** An input does not have the agreed shape. `path` names the bad field ("links.kitForum"). */
export class InvalidInputError extends Error {
  readonly path: string;

  constructor(what: string, path: string, message: string) {
    super(`${what}: ${path === '' ? '' : `"${path}": `}${message}`);
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
