import { PlainError } from '@portal/node-kit/plain-error';
import { IMPORT_SITES } from './import-sites.ts';

/** The markers around the table in ARCHITECTURE.md. */
const BEGIN = '<!-- import-graph -->';
const END = '<!-- /import-graph -->';
/** Keeps the formatter from padding the rows. */
const KEEP_FORMAT = '<!-- prettier-ignore -->';

const list = (entries: readonly string[] = []): string => entries.map((entry) => `\`${entry}\``).join(', ');

/** The table of import sites as Markdown. */
export function importGraph(): string {
  const rows = IMPORT_SITES.map((site) => {
    const imports = [
      list(site.imports) || 'nothing of the workspace',
      ...(site.testsImport ? [`its tests also ${list(site.testsImport)}`] : []),
      ...(site.inside ? [`within its package ${site.inside.join(', ')}`] : []),
      ...(site.outside ? [`by path ${list(site.outside)}`] : []),
      ...(site.without ? [`never ${list(site.without.flatMap(({ packages }) => packages))}`] : []),
    ];
    return `| ${site.name} | ${list(site.files)} | ${site.runsIn} | ${imports.join('; ')} |`;
  });
  return ['| Who | Where | Runs in | May import |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** `page` with the table between its markers. @throws {PlainError} if it has no markers. */
export function withImportGraph(page: string, table: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END, begin);
  if (begin < 0 || end < 0) throw new PlainError(`ARCHITECTURE.md needs the lines ${BEGIN} and ${END}.`);
  return `${page.slice(0, begin + BEGIN.length)}\n\n${KEEP_FORMAT}\n${table}\n\n${page.slice(end)}`;
}
