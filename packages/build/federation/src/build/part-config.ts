import { join } from 'node:path';
import type { Configuration } from '@rspack/core';
import { withoutHotReload } from './base-config.ts';
import type { RemoteFederation } from './federation.ts';
import { remoteBase, shellBase } from './federation.ts';
import { checkSize } from './critical-styles.ts';
import { failPlainly } from './fail-plainly.ts';
import { FederationManifestPlugin } from './federation-manifest.ts';
import type { FrameSources } from './frame.ts';
import { buildFrame } from './frame.ts';
import { LicencesPlugin } from './licences-plugin.ts';
import type { PublishedOptions } from './manifest-plugin.ts';
import { ManifestPlugin } from './manifest-plugin.ts';
import { PrerenderedPagesPlugin, prerenderPart } from './prerender.ts';
import { SourceMapsPlugin } from './source-maps.ts';
import { readPart, sharedModules } from './part.ts';
import { VendorPlugin } from './vendor-plugin.ts';

function withManifest(config: Configuration, options: PublishedOptions): Configuration {
  return {
    ...config,
    plugins: [
      ...(config.plugins ?? []),
      withoutHotReload,
      new LicencesPlugin(),
      new SourceMapsPlugin(options.declaration.name),
      new ManifestPlugin(options),
    ],
  };
}

/** What a remote's build is made of; modules from its folder. */
export interface RemoteOptions {
  readonly federation: RemoteFederation;
  /** Module that renders prerendered pages, if the remote has any. */
  readonly prerender?: string;
}

/** Prerendered pages of remotes show no PDF. */
const NOT_PRERENDERED = ['@portal/pdf-viewer$'];

async function composeRemote(folder: string, { federation, prerender }: RemoteOptions): Promise<Configuration> {
  const part = readPart(folder, 'remote.json');
  const { declaration, version, safeReads } = part;
  const shared = sharedModules('remote', folder, federation.shared);
  const options = { declaration, version, safeReads, entry: declaration.name, always: ['remote'], shared };
  const config = remoteBase(part, federation, shared, true);
  const plugins = [...(config.plugins ?? []), new FederationManifestPlugin(version)];
  // The federation plugin warns that other hosts find the files beside its manifest, as they should.
  const published = withManifest({ ...config, plugins, infrastructureLogging: { level: 'error' } }, options);
  if (prerender === undefined) return published;
  const prerendered = await prerenderPart(part, prerender, NOT_PRERENDERED);
  return { ...published, plugins: [...(published.plugins ?? []), new PrerenderedPagesPlugin(prerendered)] };
}

/** The build of the remote in `folder`, to be published. */
export const remoteConfig = (folder: string, options: RemoteOptions): Promise<Configuration> =>
  composeRemote(folder, options).catch(failPlainly);

/** What the shell's build is made of; modules from its folder. */
export interface ShellOptions {
  /** What the federation plugin gets: the modules that the shell provides. */
  readonly federation: { readonly shared: readonly string[] };
  readonly entry: string;
  readonly frame: FrameSources;
  /** Module that takes everything that the portal needs of the packages in the vendor file. */
  readonly vendor: string;
  /** Module that renders the open pages (`prerender()`). */
  readonly prerender: string;
}

async function composeShell(
  folder: string,
  { federation, entry, frame: frameSources, vendor, prerender }: ShellOptions,
): Promise<Configuration> {
  const part = readPart(folder, 'shell.json');
  const { declaration, version, safeReads } = part;
  const { frame } = await buildFrame(folder, frameSources);
  checkSize('the prerendered frame', frame.styles);
  const prerendered = await prerenderPart(part, prerender, []);
  const shared = sharedModules('shell', folder, federation.shared);
  const options = { declaration, version, safeReads, entry: 'shell', always: [], frame: JSON.stringify(frame), shared };
  const config = withManifest(shellBase(part, entry, shared), options);
  const plugins = [
    ...(config.plugins ?? []),
    new VendorPlugin(join(folder, vendor)),
    new PrerenderedPagesPlugin(prerendered),
  ];
  return { ...config, plugins };
}

/** The build of the shell in `folder`, to be published. */
export const shellConfig = (folder: string, options: ShellOptions): Promise<Configuration> =>
  composeShell(folder, options).catch(failPlainly);
