import { join } from 'node:path';
import { parseArtifactManifest } from '@portal/contract/artifact';
import { readFile } from 'node:fs/promises';
import { listParts } from '../../scripts/start/parts.ts';
import { release, releaseCommand } from '../../e2e/src/support/releases.ts';
import type { ChangingSources } from './changing-sources.ts';
import type { ToPage } from './baseline-page.ts';
import { baselinePage } from './baseline-page.ts';
import type { BaselineServer } from './baseline-server.ts';
import { createBaselineServer } from './baseline-server.ts';
import { buildApplication } from './build-application.ts';
import { buildFederation, buildTunedFederation, FEDERATED_PATH } from './build-federation.ts';
import { buildFloor } from './build-floor.ts';
import type { Starter } from './starter.ts';
import type { AnswerFile } from './static-files.ts';
import { staticFiles } from './static-files.ts';
import type { VariantName } from './variants.ts';
import { isWhole } from './variants.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Of the versions from changed sources. */
const SUFFIX = 'changed';

/** A variant that is being served. */
export interface ServedVariant {
  readonly name: VariantName;
  /** At the near end of the line. */
  readonly url: string;
  /** Makes the version from the changed sources live, and the first one again; undefined without changed sources. */
  readonly releases: { promote(): Promise<void>; rollBack(): Promise<void> } | undefined;
}

/**
 * Ports of a variant: at the near end of the line, of the web server, and of the server of pages that stands before it.
 */
export interface Ports {
  readonly near: number;
  readonly web: number;
  readonly pages: number;
}

/** A version of a variant: builds for the store of its web server and, of baselines, pages and further files. */
interface Version {
  readonly builds: readonly string[];
  readonly toPage?: ToPage;
  readonly answerFile?: AnswerFile;
}

const getOrigin = ({ near }: Ports) => `http://localhost:${String(near)}`;

/** The part in which a change of mfe-hubs arrives. */
const changedPart = (name: VariantName) => (name === 'portal' ? 'mfe-hubs' : 'shell');

async function buildBaseline(
  starter: Starter,
  name: VariantName,
  ports: Ports,
  root: string,
  suffixes: Readonly<Record<string, string>> = {},
): Promise<Version> {
  const folder = await starter.folder();
  const manifest = await buildApplication(root, folder, name === 'like the portal' ? 'like the portal' : 'usual');
  const builds = [folder];
  if (name === 'like the portal') return { builds };
  if (name === 'usual') return { builds, toPage: baselinePage(manifest) };
  const files = await starter.folder();
  const buildFederated = name === 'federated' ? buildFederation : buildTunedFederation;
  const toPage = await buildFederated({ root, folder: files, origin: getOrigin(ports), suffixes });
  return { builds, toPage, answerFile: await staticFiles(files, FEDERATED_PATH) };
}

/** Builds a variant; from `sources`, or from this checkout, whose parts are built already. */
async function buildFirst(
  starter: Starter,
  name: VariantName,
  ports: Ports,
  sources: ChangingSources | undefined,
): Promise<Version> {
  const checkout = listParts(ROOT).map((part) => join(ROOT, part, 'dist'));
  if (name === 'portal') return { builds: (await sources?.buildParts()) ?? checkout };
  if (name === 'floor') return { builds: checkout, toPage: await buildFloor(ROOT, await starter.folder()) };
  return await buildBaseline(starter, name, ports, sources?.root ?? ROOT);
}

/** Builds a variant from the changed sources. */
async function buildChanged(
  starter: Starter,
  name: VariantName,
  ports: Ports,
  sources: ChangingSources,
): Promise<Version> {
  await sources.change();
  process.env['PORTAL_VERSION_SUFFIX'] = SUFFIX;
  try {
    if (name !== 'portal') return await buildBaseline(starter, name, ports, sources.root, { 'mfe-hubs': SUFFIX });
    return { builds: await sources.buildParts([changedPart(name)], { PORTAL_VERSION_SUFFIX: SUFFIX }) };
  } finally {
    delete process.env['PORTAL_VERSION_SUFFIX'];
    await sources.restore();
  }
}

/** Publishes a build into the store of a web server. @returns "mfe-hubs@1.0.0-changed". */
async function publish(stateFolder: string, folder: string): Promise<string> {
  const file = join(folder, 'manifest.json');
  const { name, version } = parseArtifactManifest(file, JSON.parse(await readFile(file, 'utf8')));
  await releaseCommand(stateFolder, 'publish', folder);
  return `${name}@${version}`;
}

/**
 * Builds and serves one variant, and prepares its version from changed sources. `apiPort`: where pages find the API.
 */
export async function serveVariant(
  starter: Starter,
  name: VariantName,
  ports: Ports,
  apiPort: number,
  sources: ChangingSources | undefined,
): Promise<ServedVariant> {
  const first = await buildFirst(starter, name, ports, sources);
  const stateFolder = await starter.webServer(ports.web, apiPort, first.builds);
  let current = first;
  let pages: BaselineServer | undefined;
  if (first.toPage) {
    pages = createBaselineServer({
      port: ports.web,
      toPage: (html, path) => current.toPage?.(html, path) ?? html,
      ...(first.answerFile && { answerFile: (asked, answer) => current.answerFile?.(asked, answer) ?? false }),
    });
    await starter.listen(pages.server, ports.pages);
  }
  await starter.line.open(ports.near, pages ? ports.pages : ports.web);
  const served = { name, url: getOrigin(ports) };
  if (!sources || !isWhole(name)) return { ...served, releases: undefined };

  const changed = await buildChanged(starter, name, ports, sources);
  const version = await publish(stateFolder, changed.builds[0] ?? '');
  const delivery = { url: `http://127.0.0.1:${String(ports.web)}`, stateFolder };
  const show = (shown: Version) => {
    current = shown;
    pages?.forgetPages();
  };
  return {
    ...served,
    releases: {
      async promote() {
        await release(delivery, 'promote', version);
        show(changed);
      },
      async rollBack() {
        await release(delivery, 'rollback', changedPart(name));
        show(first);
      },
    },
  };
}
