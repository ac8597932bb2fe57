import { isAllowedLicence } from '@portal/contract/licences';
import type { Package, ShippedPackages } from './read-sboms.ts';

/** The page that lists the licences; written by `npm run sbom`. */
export const LICENCES_PAGE = 'docs/licences.md';

const HEAD = `# Licences

The packages of others that the portal consists of: those that parts bring to browsers, and those that its servers and commands need. What only builds or tests it is not listed.

- \`npm run sbom\` writes this page, and an SBOM (CycloneDX) for each part and server into \`.sbom\`.
- A test fails if this page is out of date, or if a package has a licence that \`packages/portal/contract/src/licences.ts\` does not allow. A build fails with such a package in its output, too.
- Each build brings the licences and notices of the packages in its output (\`licences.*.json\`). Customers read those of all live parts at \`/licences.txt\`, to which \`/build-information\` leads.
- The PDFs of the legal documents contain letters of Source Sans 3, under the SIL Open Font License 1.1, which demands no notice in documents.

<!-- prettier-ignore -->
| Package | Version | Licence | In |
| --- | --- | --- | --- |
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
  const rows = [...all.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, found]) => {
      const places = [has(pages, found) ? ['pages'] : [], has(servers, found) ? ['servers'] : []].flat();
      return `| ${found.name} | ${found.version} | ${found.licence} | ${places.join(', ')} |\n`;
    });
  return HEAD + rows.join('');
}
