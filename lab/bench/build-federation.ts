import { join } from 'node:path';
import type { Declaration } from '@portal/contract/declaration';
import { LANGUAGES } from '@portal/contract/language';
import { matchesPath } from '@portal/contract/paths';
import { documentedHost, documentedRemote, tunedHost, tunedRemote } from '@portal/federation/benchmark';
import type { Stats } from '@rspack/core';
import type { ToPage } from './baseline-page.ts';
import { federatedPage, tunedPage } from './baseline-page.ts';
import { bundle } from '../../scripts/start/bundle.ts';
import { customerParts } from './customer-parts.ts';

/** Where the federated application's files are, below the origin of its pages. */
export const FEDERATED_PATH = '/federated/';

interface Federation {
  /** Of the sources. */
  readonly root: string;
  /** Where the builds go. */
  readonly folder: string;
  /** Where it is served. */
  readonly origin: string;
  /** Distinguish the versions of remotes. */
  readonly suffixes: Readonly<Record<string, string>>;
}

const SHELL = 'shell';
const own = ({ root }: Federation, file: string) => join(root, 'lab/bench/application', file);

const remotesOf = ({ root }: Federation): readonly Declaration[] =>
  customerParts(root).filter(({ name }) => name !== SHELL);

/** Addresses of the remotes' `file` by their names. */
const addresses = (federation: Federation, file: string) =>
  Object.fromEntries(
    remotesOf(federation).map(({ name }) => [name, `${federation.origin}${FEDERATED_PATH}${name}/${file}`]),
  );

/** What the host has in place of the portal's modules, whoever loads its remotes. */
const replacedOf = (federation: Federation) => ({
  './routing/shell-pages.ts': own(federation, 'federated-pages.ts'),
  '@portal/federation/runtime': own(federation, 'runtime.ts'),
});

/** The files that a page needs for an entry, or for what the bundler calls a chunk. */
function filesOf(stats: Stats, part: string, name: string): readonly string[] {
  const { namedChunkGroups = {} } = stats.toJson({ all: false, chunkGroups: true });
  const files = namedChunkGroups[name]?.assets?.map(({ name: file }) => file) ?? [];
  if (files.length === 0) throw new Error(`The build of ${part} has no files of ${name}.`);
  return files.map((file) => `${FEDERATED_PATH}${part}/${file}`);
}

/** Builds the portal with Module Federation and the defaults of its plugin. @returns its page. */
export async function buildFederation(federation: Federation): Promise<ToPage> {
  const { root, folder, suffixes } = federation;
  for (const { name } of remotesOf(federation))
    await bundle(documentedRemote(join(root, name), join(folder, name), suffixes[name]));
  const host = await bundle(
    documentedHost({
      shell: join(root, SHELL),
      entry: own(federation, 'federated-entry.ts'),
      replaced: { ...replacedOf(federation), './render.tsx': own(federation, 'render-at-once.ts') },
      remotes: addresses(federation, 'mf-manifest.json'),
      folder: join(folder, SHELL),
    }),
  );
  return federatedPage(filesOf(host, SHELL, 'main'));
}

/** Builds the portal as its best users set Module Federation up. @returns its page. */
export async function buildTunedFederation(federation: Federation): Promise<ToPage> {
  const { root, folder, origin, suffixes } = federation;
  const remotes = remotesOf(federation);
  const builds = new Map<string, Stats>();
  for (const { name } of remotes)
    builds.set(name, await bundle(tunedRemote(join(root, name), join(folder, name), suffixes[name])));
  const host = await bundle(
    tunedHost({
      shell: join(root, SHELL),
      entry: join(root, SHELL, 'src/boot.ts'),
      replaced: replacedOf(federation),
      remotes: addresses(federation, 'remoteEntry.js'),
      folder: join(folder, SHELL),
    }),
  );
  const texts = `locale-${LANGUAGES[0]}`;
  const hostTexts = filesOf(host, SHELL, texts);
  const filesOfRoute = (path: string): readonly string[] => {
    const remote = remotes.find(({ routes }) => routes.some((each) => matchesPath(each.path, path)));
    const page = remote?.routes.find((each) => matchesPath(each.path, path))?.page;
    const stats = remote && builds.get(remote.name);
    if (!stats || page === undefined) return hostTexts;
    const further = ['remote', page, texts].flatMap((name) => filesOf(stats, remote.name, name));
    return [...hostTexts, `${FEDERATED_PATH}${remote.name}/remoteEntry.js`, ...new Set(further)];
  };
  return tunedPage(origin, filesOf(host, SHELL, 'main'), filesOfRoute);
}
