import { isAllowedLicence } from '@portal/contract/licences';
import type { Package, ShippedPackages } from './read-sboms.ts';

/** The page that lists the licences; written by `npm run sbom`. */
export const LICENCES_PAGE = 'docs/licences.md';

const HEAD = `# Licences

The packages of others that reach browsers ("pages"), and that servers and commands need. One without a mark is in
servers alone; what only builds or tests is not listed.

- \`npm run sbom\` writes this page, and an SBOM (CycloneDX) for each part and server into \`.sbom\`.
- Only licences that \`packages/portal/contract/src/licences.ts\` allows pass test and build.
- Each build brings the licences and notices of its packages (\`licences.*.json\`). Customers read those of all live parts
  at \`/licences.txt\`, to which \`/build-information\` leads.
- The PDFs of the legal documents contain letters of Source Sans 3, under the SIL Open Font License 1.1, which demands
  no notice in documents.
`;

const key = ({ name, version }: Package) => `${name} ${version}`;

/** The page about licences. @throws if one of them is not allowed. */
export function licenceList({ pages, servers }: ShippedPackages): string {
  const all = new Map([...pages, ...servers].map((found) => [key(found), found]));
  const refused = [...all]
    .filter(([, { licence }]) => !isAllowedLicence(licence))
    .map(([title, { licence }]) => `${title} (${licence || 'no licence'})`);
  if (refused.length > 0)
    throw new Error(`packages/portal/contract/src/licences.ts does not allow ${refused.join(', ')}.`);
  const has = (packages: readonly Package[], found: Package) => packages.some((other) => key(other) === key(found));
  const mark = (found: Package) => {
    if (!has(pages, found)) return '';
    return has(servers, found) ? ' (pages, servers)' : ' (pages)';
  };
  const sorted = [...all.values()].toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  const groups = Object.entries(Object.groupBy(sorted, ({ licence }) => licence)).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const sections = groups.map(
    ([licence, packages = []]) =>
      `\n## ${licence}\n\n${packages.map((each) => `- ${key(each)}${mark(each)}\n`).join('')}`,
  );
  return HEAD + sections.join('');
}
