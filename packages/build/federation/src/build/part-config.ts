import { join } from 'node:path';
import type { Configuration } from '@rspack/core';
import { remoteBase, shellBase } from './base-config.ts';
import { checkSize } from './critical-styles.ts';
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
      new LicencesPlugin(),
      new SourceMapsPlugin(options.declaration.name),
      new ManifestPlugin(options),
    ],
  };
}

/** The build of the remote in `folder`, to be published. */
export function remoteConfig(folder: string, shared = sharedModules('remote', folder)): Configuration {
  const part = readPart(folder, 'remote.json');
  const { declaration, version, safeReads } = part;
  const options = { declaration, version, safeReads, entry: declaration.name, always: ['remote'], shared };
  const config = remoteBase(part, shared, true);
  const plugins = [...(config.plugins ?? []), new FederationManifestPlugin(version)];
  // The federation plugin warns that other hosts find the files beside its manifest, as they should.
  return withManifest({ ...config, plugins, infrastructureLogging: { level: 'error' } }, options);
}

/** Prerendered pages of remotes show no PDF. */
const NOT_PRERENDERED = ['@portal/pdf-viewer$'];

/** The same with prerendered pages, which the module renders. */
export async function paintedConfig(folder: string, module: string): Promise<Configuration> {
  const prerendered = await prerenderPart(readPart(folder, 'remote.json'), module, NOT_PRERENDERED);
  const config = remoteConfig(folder);
  return { ...config, plugins: [...(config.plugins ?? []), new PrerenderedPagesPlugin(prerendered)] };
}

/** The modules that the shell's build starts with: its entry and those of the prerendered frame. */
export interface ShellSources extends FrameSources {
  readonly entry: string;
  /** Module that takes everything that the portal needs of the packages in the vendor file. */
  readonly vendor: string;
  /** Module that renders the open pages (`prerender()`). */
  readonly prerender: string;
}

/** The build of the shell in `folder`, to be published. */
export async function shellConfig(
  folder: string,
  { entry, vendor, prerender, ...frameSources }: ShellSources,
): Promise<Configuration> {
  const part = readPart(folder, 'shell.json');
  const { declaration, version, safeReads } = part;
  const { frame } = await buildFrame(folder, frameSources);
  checkSize('the prerendered frame', frame.styles);
  const prerendered = await prerenderPart(part, prerender, []);
  const shared = sharedModules('shell', folder);
  const options = { declaration, version, safeReads, entry: 'shell', always: [], frame: JSON.stringify(frame), shared };
  const config = withManifest(shellBase(part, entry, shared), options);
  const plugins = [
    ...(config.plugins ?? []),
    new VendorPlugin(join(folder, vendor)),
    new PrerenderedPagesPlugin(prerendered),
  ];
  return { ...config, plugins };
}
