import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArtifactManifest } from '@portal/contract/artifact';
import { SHARED_SINGLETONS } from '@portal/contract/shared-singletons';
import type { Configuration } from '@rspack/core';
import { rspack } from '@rspack/core';
import type { Offer, ShareScope } from '../../share-runtime/share-scope.ts';
import { remoteConfig } from '../part-config.ts';
import { sharedModules } from '../part.ts';

/*
 * Builds the remote in a folder, starts its container on a share scope that offers every shared module twice (the one in use, and
 * a newer one), and prints which ones it took. Arguments: folder, "singleton" or "late" (first with an empty scope).
 */

const [folder = '.', kind] = process.argv.slice(2);
const taken: string[] = [];

function build(configuration: Configuration): Promise<void> {
  return new Promise((resolve, reject) => {
    rspack(configuration, (error, stats) => {
      if (error) reject(error);
      else if (stats?.hasErrors()) reject(new Error(stats.toString('errors-only')));
      else resolve();
    });
  });
}

interface Container {
  init(shareScope: ShareScope): void;
  get(expose: string): Promise<() => unknown>;
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null && 'init' in value && 'get' in value;
}

function createOffer(name: string, which: string, loaded: boolean): Offer {
  return {
    from: 'test',
    eager: true,
    loaded,
    get: () => {
      taken.push(`${name}: ${which}`);
      return () => ({ default: {} });
    },
  };
}

const federation = {
  filename: 'entry.[contenthash:16].js',
  exposes: { './remote': './src/remote.ts' },
  shared: SHARED_SINGLETONS,
};
await build(await remoteConfig(folder, { federation }));
const manifest: unknown = JSON.parse(await readFile(join(folder, 'dist/manifest.json'), 'utf8'));
const { entry } = parseArtifactManifest('manifest.json', manifest);

const scope: ShareScope = {};
for (const [name, { requiredVersion }] of Object.entries(sharedModules('remote', folder, SHARED_SINGLETONS))) {
  const major = requiredVersion.slice(1).split('.')[0] ?? '';
  scope[name] = {
    [`${major}.0.1`]: createOffer(name, 'in use', true),
    [`${major}.99.0`]: createOffer(name, 'newer', false),
  };
}
const loaded: unknown = await import(pathToFileURL(join(folder, 'dist', entry)).href);
if (!isContainer(loaded)) throw new Error(`${entry} is not a container`);
if (kind === 'late') {
  loaded.init({});
  await loaded.get('./remote').catch((error: unknown) => taken.push(String(error)));
}
loaded.init(scope);
const factory = await loaded.get('./remote');
factory();
process.stdout.write(JSON.stringify(taken.toSorted((a, b) => a.localeCompare(b))));
