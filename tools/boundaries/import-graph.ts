import { PlainError } from '../../scripts/plain-error.ts';
import { PLACES } from './places.ts';

/** The table stands between these in ARCHITECTURE.md. */
const BEGIN = '<!-- import-graph -->';
const END = '<!-- /import-graph -->';
/** Keeps the formatter from making every row as wide as the widest. */
const AS_IT_IS = '<!-- prettier-ignore -->';

const list = (entries: readonly string[] = []): string => entries.map((entry) => `\`${entry}\``).join(', ');

/** The table of places as Markdown. */
export function importGraph(): string {
  const rows = PLACES.map((place) => {
    const imports = [
      list(place.imports) || 'nothing of the workspace',
      ...(place.testsImport ? [`its tests also ${list(place.testsImport)}`] : []),
      ...(place.inside ? [`within its package ${place.inside.join(', ')}`] : []),
      ...(place.outside ? [`by path ${list(place.outside)}`] : []),
      ...(place.without ? [`never ${list(place.without.flatMap(({ packages }) => packages))}`] : []),
    ];
    return `| ${place.name} | ${list(place.files)} | ${place.runsIn} | ${imports.join('; ')} |`;
  });
  return ['| Who | Where | Runs in | May import |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** `page` with the table between its marks. @throws {PlainError} when it has no marks. */
export function withImportGraph(page: string, table: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END, begin);
  if (begin < 0 || end < 0) throw new PlainError(`ARCHITECTURE.md needs the lines ${BEGIN} and ${END}.`);
  return `${page.slice(0, begin + BEGIN.length)}\n\n${AS_IT_IS}\n${table}\n\n${page.slice(end)}`;
}
