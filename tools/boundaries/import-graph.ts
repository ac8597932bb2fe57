import { withSection } from '../marked-section.ts';
import { IMPORT_SITES } from './import-sites.ts';

const list = (entries: readonly string[] = []): string => entries.map((entry) => `\`${entry}\``).join(', ');

/** The table of import sites as Markdown. */
export function importGraph(): string {
  const rows = IMPORT_SITES.map((site) => {
    const imports = [
      list(site.imports) || 'nothing',
      ...(site.testsImport ? [`its tests also ${list(site.testsImport)}`] : []),
      ...(site.inside ? [`within its package ${site.inside.join(', ')}`] : []),
      ...(site.layers ? [`downwards: ${site.layers.join(' < ')}`] : []),
      ...(site.outside ? [`by path ${list(site.outside)}`] : []),
      ...(site.without ? [`never ${list(site.without.flatMap(({ packages }) => packages))}`] : []),
    ];
    return `| ${site.name} | ${list(site.files)} | ${site.runsIn} | ${imports.join('; ')} |`;
  });
  return ['| Who | Where | Runs in | May import |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** `page` with the table between its markers. @throws {PlainError} if it has no markers. */
export const withImportGraph = (page: string, table: string): string =>
  withSection('docs/imports.md', page, 'import-graph', table);
