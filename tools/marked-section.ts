import { PlainError } from '@portal/node-kit/plain-error';

/** Keeps the formatter from padding the rows of a table. */
const KEEP_FORMAT = '<!-- prettier-ignore -->';

/**
 * `page` with `table` between the markers `<!-- NAME -->` and `<!-- /NAME -->`. @throws {PlainError} if it has no such
 * markers.
 */
export function withSection(file: string, page: string, name: string, table: string): string {
  const [opening, closing] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const begin = page.indexOf(opening);
  const end = page.indexOf(closing, begin);
  if (begin < 0 || end < 0) throw new PlainError(`${file} needs the lines ${opening} and ${closing}.`);
  return `${page.slice(0, begin + opening.length)}\n\n${KEEP_FORMAT}\n${table}\n\n${page.slice(end)}`;
}
