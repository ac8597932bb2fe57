/**
 * `npm run sbom` writes an SBOM (CycloneDX) for each part and server into `.sbom`, and the list of licences into
 * docs/licences.md. A test compares the page with the dependencies.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LICENCES_PAGE, licenceList } from './licence-list.ts';
import { readShippedPackages, writeSboms } from './read-sboms.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, '.sbom');
await rm(folder, { recursive: true, force: true });
await mkdir(folder);
await writeSboms(root, folder);
await writeFile(join(root, LICENCES_PAGE), licenceList(await readShippedPackages(root)));
