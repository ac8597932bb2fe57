import type { BundlerRequire, ModuleId } from './bundler.ts';
import { nameFailedChunks } from './chunk-failures.ts';
import type { ShareScope } from './share-scope.ts';
import { choose } from './share-scope.ts';

declare const __webpack_require__: BundlerRequire;

/*
 * Runs before a remote's modules, in the place of what the federation plugin generates, for the portal's only case: one scope, no build-time
 * remotes, no copies of shared modules. See ADR 2.
 */

const { m: modules, c: cache, f: steps, consumesLoadingData, initializeExposesData } = __webpack_require__;
const { chunkMapping, moduleIdToConsumeDataMapping: consumed } = consumesLoadingData;
let scope: ShareScope = {};
/** The shared modules that are being taken from the scope, or have been. */
const taken: Record<ModuleId, Promise<void> | undefined> = {};

async function take(id: ModuleId): Promise<void> {
  const requirement = consumed[id];
  if (!requirement) return;
  const factory = await choose(scope, requirement.shareKey, requirement).get();
  modules[id] = (module) => {
    // If the factory throws, the next one who asks must not get an empty module.
    delete cache[id];
    module.exports = factory();
  };
}

/** Makes a chunk wait for the shared modules that it uses. One that fails is taken again when it is next asked for. */
steps.consumes = (chunk, promises) => {
  for (const id of chunkMapping[chunk] ?? []) {
    const taking = (taken[id] ??= take(id));
    taking.catch(() => delete taken[id]);
    promises.push(taking);
  }
};

__webpack_require__.initContainer = (shareScope) => {
  scope = shareScope;
  return true;
};

__webpack_require__.getContainer = async (expose) => {
  const { moduleMap } = initializeExposesData;
  const load = Object.hasOwn(moduleMap, expose) ? moduleMap[expose] : undefined;
  if (!load) throw new Error(`Module "${expose}" does not exist in container.`);
  return load();
};

nameFailedChunks(__webpack_require__);
