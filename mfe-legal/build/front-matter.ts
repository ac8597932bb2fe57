import * as v from 'valibot';
import { LineCounter, parseDocument } from 'yaml';
import type { DocumentFacts } from '../src/library/content.ts';
import { DocumentError } from './document-error.ts';

const words = v.pipe(v.string('must be a text'), v.trim(), v.nonEmpty('must not be empty'));

function isDay(text: string): boolean {
  const day = text.padEnd(10, '-01');
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(day);
}

const day = v.pipe(
  v.string('must be a date such as 2020-03-25, or a month such as 2018-05'),
  v.regex(/^\d{4}-\d{2}(-\d{2})?$/, 'must be a date such as 2020-03-25, or a month such as 2018-05'),
  v.check(isDay, 'is not a day of the calendar'),
);

const FactsSchema = v.pipe(
  v.strictObject({
    title: words,
    description: words,
    version: words,
    validFrom: day,
    validTo: v.exactOptional(day),
    sample: v.exactOptional(words),
  }),
  v.forward(
    v.check(
      ({ validFrom, validTo }) => validTo === undefined || validTo >= validFrom,
      'must not be before "validFrom"',
    ),
    ['validTo'],
  ),
);

export interface FrontMatter {
  readonly facts: DocumentFacts;
  /** The Markdown below. Empty lines replace the front matter, so that line numbers stay correct. */
  readonly body: string;
  /** Line of a field; 1 if it is missing. */
  readonly getLine: (field: string) => number;
}

const OPENING = /^---\r?\n/;
const CLOSING = /^---[ \t]*(\r?\n|$)/m;

/** Reads the front matter of `source`. @throws {DocumentError} naming the file, the line and the field. */
export function readFrontMatter(file: string, source: string): FrontMatter {
  if (!OPENING.test(source))
    throw new DocumentError(file, 1, 'a document begins with its front matter between two lines "---"');
  const start = source.indexOf('\n') + 1;
  const closing = CLOSING.exec(source.slice(start));
  if (!closing) throw new DocumentError(file, 1, 'the front matter does not end: a line "---" is missing');
  const yaml = source.slice(start, start + closing.index);
  const lines = new LineCounter();
  // Every value is read as text: dates, and versions such as 2.
  const parsed = parseDocument(yaml, { lineCounter: lines, prettyErrors: false, schema: 'failsafe' });
  const [error] = parsed.errors;
  if (error) throw new DocumentError(file, lines.linePos(error.pos[0]).line + 1, error.message);
  const getLine = (field: string) => {
    const node: unknown = parsed.get(field, true);
    const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
    return Array.isArray(range) ? lines.linePos(Number(range[0])).line + 1 : 1;
  };
  const result = v.safeParse(FactsSchema, parsed.toJS() ?? {}, { abortPipeEarly: true });
  if (!result.success) {
    const [issue] = result.issues;
    const field = v.getDotPath(issue) ?? '';
    throw new DocumentError(
      file,
      getLine(field),
      `"${field}" ${parsed.has(field) ? issue.message : 'is missing in the front matter'}`,
    );
  }
  const end = start + closing.index + closing[0].length;
  const body = source.slice(0, end).replace(/[^\n]/g, '') + source.slice(end);
  return { facts: result.output, body, getLine };
}
