import { PLACES } from './places.ts';

const list = (entries: readonly string[] = []): string => entries.map((entry) => `\`${entry}\``).join(', ');

/** The table of places as Markdown, for ARCHITECTURE.md. */
export function importGraph(): string {
  const rows = PLACES.map((place) => {
    const imports = list([...place.imports, ...(place.inside ?? []), ...(place.outside ?? [])]) || 'nothing';
    const tests = place.testsImport ? `; its tests also ${list(place.testsImport)}` : '';
    const without = place.without ? `; never ${list(place.without.flatMap(({ packages }) => packages))}` : '';
    return `| ${place.name} | ${list(place.files)} | ${place.runsIn} | ${imports}${tests}${without} |`;
  });
  return ['| Who | Where | Runs in | May import of the workspace |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
