import { join } from 'node:path';
import type { Configuration } from '@rspack/core';
import type { RemoteFederation } from './federation.ts';
import { remoteBase, shellBase } from './federation.ts';
import { checkSize } from './critical-styles.ts';
import { FederationManifestPlugin } from './federation-manifest.ts';
import type { FrameSources } from './frame.ts';
import { buildFrame } from './frame.ts';
import { LicencesPlugin } from './licences-plugin.ts';
import type { PublishedOptions } from './manifest-plugin.ts';
import { ManifestPlugin } from './manifest-plugin.ts';
import { buildPaintedPages, PaintedPagesPlugin } from './painted-pages.ts';
import { SourceMapsPlugin } from './source-maps.ts';
import { readPart, sharedModules } from './part.ts';
import { VendorPlugin } from './vendor-plugin.ts';

function withManifest(config: Configuration, options: PublishedOptions): Configuration {
  return {
    ...config,
    plugins: [
      ...(config.plugins ?? []),
      new LicencesPlugin(),
      new SourceMapsPlugin(options.declaration.name),
      new ManifestPlugin(options),
    ],
  };
}

/** What a remote's build is made of; modules from its folder. */
export interface RemoteOptions {
  readonly federation: RemoteFederation;
  /** Module that renders painted pages, if the remote has any. */
  readonly paint?: string;
}

/** Painted pages of remotes show no PDF. */
const NOT_PAINTED_BY_REMOTES = ['@portal/pdf-viewer$'];

/** The build of the remote in `folder`, to be published. */
export async function remoteConfig(folder: string, { federation, paint }: RemoteOptions): Promise<Configuration> {
  const part = readPart(folder, 'remote.json');
  const { declaration, version, safeReads } = part;
  const shared = sharedModules('remote', folder, federation.shared);
  const options = { declaration, version, safeReads, entry: declaration.name, always: ['remote'], shared };
  const config = remoteBase(part, federation, shared, true);
  const plugins = [...(config.plugins ?? []), new FederationManifestPlugin(version)];
  // The federation plugin warns that other hosts find the files beside its manifest, as they should.
  const published = withManifest({ ...config, plugins, infrastructureLogging: { level: 'error' } }, options);
  if (paint === undefined) return published;
  const painted = await buildPaintedPages(part, paint, NOT_PAINTED_BY_REMOTES);
  return { ...published, plugins: [...(published.plugins ?? []), new PaintedPagesPlugin(painted)] };
}

/** What the shell's build is made of; modules from its folder. */
export interface ShellOptions {
  /** What the federation plugin gets: the modules that the shell provides. */
  readonly federation: { readonly shared: readonly string[] };
  readonly entry: string;
  readonly frame: FrameSources;
  /** Module that takes everything that the portal needs of the packages in the vendor file. */
  readonly vendor: string;
  /** Module that renders the painted pages (`paintPages()`). */
  readonly paint: string;
}

/** The build of the shell in `folder`, to be published. */
export async function shellConfig(
  folder: string,
  { federation, entry, frame: frameSources, vendor, paint }: ShellOptions,
): Promise<Configuration> {
  const part = readPart(folder, 'shell.json');
  const { declaration, version, safeReads } = part;
  const { frame } = await buildFrame(folder, frameSources);
  checkSize('the painted frame', frame.styles);
  const painted = await buildPaintedPages(part, paint, []);
  const shared = sharedModules('shell', folder, federation.shared);
  const options = { declaration, version, safeReads, entry: 'shell', always: [], frame: JSON.stringify(frame), shared };
  const config = withManifest(shellBase(part, entry, shared), options);
  const plugins = [...(config.plugins ?? []), new VendorPlugin(join(folder, vendor)), new PaintedPagesPlugin(painted)];
  return { ...config, plugins };
}
