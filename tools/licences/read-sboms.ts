import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import { PlainError } from '@portal/node-kit/plain-error';
import * as v from 'valibot';
import { PNPM } from '../../scripts/bootstrap/install.mjs';
import { runCommand } from '../../scripts/processes/run-command.ts';

/** What the parts of the portal are called in the workspace. */
const PARTS = ['shell', 'mfe-*'];
/** What runs beside the pages: the web server, the console, the command. */
const SERVERS = ['@portal/web-server', '@portal/release-console', '@portal/release-service', '@portal/release'];

/**
 * Writes an SBOM (CycloneDX) for each part and server into `folder`: `NAME.cdx.json`. @throws {PlainError} with pnpm's
 * output.
 */
export async function writeSboms(root: string, folder: string): Promise<void> {
  const filters = [...PARTS, ...SERVERS].flatMap((project) => ['--filter', project]);
  const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--split'];
  // Other platforms have other optional packages, and the peers are dependencies of the package that provides them.
  const scope = ['--prod', '--no-optional', '--exclude-peers'];
  const out = ['--out', join(folder, '%s.cdx.json')];
  const args = ['--yes', PNPM, ...filters, 'sbom', ...format, ...scope, ...out];
  const { code, output } = await runCommand({ file: 'npx', args, cwd: root });
  if (code !== 0) throw new PlainError(`pnpm cannot write the SBOM:\n${output}`);
}

const LicenceSchema = v.union([
  v.pipe(
    v.object({ license: v.union([v.object({ id: v.string() }), v.object({ name: v.string() })]) }),
    v.transform(({ license }) => ('id' in license ? license.id : license.name)),
  ),
  v.pipe(
    v.object({ expression: v.string() }),
    v.transform(({ expression }) => expression),
  ),
]);
const SbomSchema = v.object({
  components: v.array(
    v.object({
      group: v.optional(v.string()),
      name: v.string(),
      version: v.string(),
      licenses: v.optional(v.array(LicenceSchema), []),
    }),
  ),
});

/** A package of others. */
export interface Package {
  readonly name: string;
  readonly version: string;
  /** SPDX identifier; several if it has several licences. */
  readonly licence: string;
}

async function readPackages(files: readonly string[]): Promise<readonly Package[]> {
  const sboms = await Promise.all(
    files.map(async (file) => parseInput(file, SbomSchema, JSON.parse(await readFile(file, 'utf8')))),
  );
  return sboms
    .flatMap(({ components }) => components)
    .filter(({ group }) => group !== '@portal')
    .map(({ group, name, version, licenses }) => ({
      name: group === undefined ? name : `${group}/${name}`,
      version,
      licence: licenses.join(', '),
    }));
}

/** The packages that the portal consists of besides its own code. */
export interface ShippedPackages {
  readonly pages: readonly Package[];
  readonly servers: readonly Package[];
}

export async function readShippedPackages(root: string): Promise<ShippedPackages> {
  const folder = await mkdtemp(join(tmpdir(), 'sbom-'));
  try {
    await writeSboms(root, folder);
    const files = await readdir(folder);
    // pnpm names the file of @portal/release "portal-release".
    const ofServers = new Set(SERVERS.map((name) => `${name.slice(1).replace('/', '-')}.cdx.json`));
    const paths = (chosen: readonly string[]) => chosen.map((file) => join(folder, file));
    const pages = await readPackages(paths(files.filter((file) => !ofServers.has(file))));
    const servers = await readPackages(paths(files.filter((file) => ofServers.has(file))));
    return { pages, servers };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
