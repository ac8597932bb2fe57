import { InvalidInputError } from './parse.ts';

function problem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** V8 gives no place for these: their character is the last of the shortest beginning that has one. */
const UNEXPECTED = /^Unexpected token/;

function placeOf(text: string, message: string): number {
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  if (position !== undefined) return Number(position);
  if (!UNEXPECTED.test(message)) return text.trimEnd().length;
  let [good, bad] = [0, text.length];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (UNEXPECTED.test(problem(text.slice(0, middle)) ?? '')) bad = middle;
    else good = middle;
  }
  return good;
}

/** Parses the JSON of a file. @throws {InvalidInputError} that begins with file, line and column. */
export function parseJson(file: string, text: string): unknown {
  const message = problem(text);
  if (message === undefined) return JSON.parse(text);
  const before = text.slice(0, placeOf(text, message)).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  const words = message.replace(/ in JSON at position.*$|, ".*$/s, '');
  throw new InvalidInputError(`${file}:${before.length}:${column}`, '', words);
}
