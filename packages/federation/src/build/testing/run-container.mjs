// Builds the remote in a folder, starts its container on a share scope that offers every shared module twice (the one in use, and
// a newer one), and prints which ones it took. Arguments: folder, "singleton" or "plural".
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { remoteConfig } from '../part-config.ts';
import { sharedModules } from '../shared.ts';

const [folder, kind] = process.argv.slice(2);
const shared = sharedModules('remote', folder);
if (kind === 'plural') for (const name of Object.keys(shared)) shared[name] = { ...shared[name], singleton: false };
const stats = await new Promise((resolve, reject) => {
  rspack(remoteConfig(folder, shared), (error, result) => (error ? reject(error) : resolve(result)));
});
if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));

const { entry } = JSON.parse(readFileSync(join(folder, 'dist', 'manifest.json'), 'utf8'));
const taken = [];
const offer = (name, which, loaded) => ({
  from: 'test',
  eager: true,
  loaded,
  get: () => {
    taken.push(`${name}: ${which}`);
    return () => ({ default: {} });
  },
});
const scope = Object.fromEntries(
  Object.entries(shared).map(([name, { requiredVersion }]) => {
    const major = requiredVersion.slice(1).split('.')[0];
    return [name, { [`${major}.0.1`]: offer(name, 'in use', 1), [`${major}.99.0`]: offer(name, 'newer') }];
  }),
);
const container = await import(join(folder, 'dist', entry));
await container.init(scope);
(await container.get('./remote'))();
console.log(JSON.stringify(taken.toSorted()));
