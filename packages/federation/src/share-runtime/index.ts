import { ChunkLoadError } from '@portal/contract/failure';
import type { Factory, GetFactory, ShareScope, SharedRequirement } from './share-scope.ts';
import { choose, offer } from './share-scope.ts';

/*
 * Replaces `@module-federation/webpack-bundler-runtime` in the portal's builds: the same interface between the bundler's generated code
 * and the share scope, for the portal's only case (one scope, no build-time remotes). See ADR 2.
 */

type ModuleId = string | number;
type InstalledModules = Record<ModuleId, Promise<void> | 0 | undefined>;

interface Handler {
  readonly shareKey: string;
  /** The build's own copy; absent in a remote. */
  readonly getter?: GetFactory;
  readonly shareInfo: { readonly shareConfig: SharedRequirement };
}

/** Starts to load a chunk, and adds its promises to `promises`. */
type LoadChunk = (chunk: ModuleId, promises: Promise<unknown>[]) => void;

/** The parts of the bundler's runtime that are used here. */
interface BundlerRequire {
  (id: ModuleId): unknown;
  m: Record<ModuleId, (module: { exports: unknown }) => void>;
  c: Record<ModuleId, unknown>;
  S: Record<string, ShareScope | undefined>;
  /** File name of a chunk. */
  u?: (chunk: ModuleId) => string;
  /** The steps that make a chunk usable; `j` loads its file. */
  f?: { j?: LoadChunk };
  federation: {
    readonly initOptions?: {
      readonly name: string;
      readonly shared?: Readonly<
        Record<
          string,
          readonly {
            readonly version: string;
            readonly get: GetFactory;
            readonly shareConfig?: { readonly eager?: boolean };
          }[]
        >
      >;
    };
  };
}

const SCOPE = 'default';

function scopeOf(require: BundlerRequire): ShareScope {
  return (require.S[SCOPE] ??= {});
}

function takeFactory(require: BundlerRequire, { shareKey, getter, shareInfo }: Handler): Factory | Promise<Factory> {
  try {
    return choose(scopeOf(require), shareKey, shareInfo.shareConfig).get();
  } catch (error) {
    if (typeof getter !== 'function') throw error;
    return getter();
  }
}

function install(require: BundlerRequire, installed: InstalledModules, id: ModuleId, factory: Factory): void {
  installed[id] = 0;
  require.m[id] = (module) => {
    delete require.c[id];
    module.exports = factory();
  };
}

const namesFailures = new WeakSet<LoadChunk>();

/**
 * Makes a chunk that does not load reject with its file name, because the browsers' messages for a failed `import()` differ. A
 * `TypeError` here always means a failed fetch, because a chunk runs no code of the part while it loads.
 */
function nameFailedChunks({ f, u }: BundlerRequire): void {
  const load = f?.j;
  if (!f || !u || !load || namesFailures.has(load)) return;
  const loadNamed: LoadChunk = (chunk, promises) => {
    const loading: Promise<unknown>[] = [];
    load(chunk, loading);
    const named = loading.map((loaded) =>
      loaded.catch((error: unknown) => {
        throw error instanceof TypeError ? new ChunkLoadError(u(chunk), error) : error;
      }),
    );
    promises.push(...named);
  };
  namesFailures.add(loadNamed);
  f.j = loadNamed;
}

/** Adds the modules that this build provides to its scope. */
function init({ webpackRequire }: { readonly webpackRequire: BundlerRequire }): { readonly name: string } {
  nameFailedChunks(webpackRequire);
  const { name = 'unnamed', shared = {} } = webpackRequire.federation.initOptions ?? {};
  for (const [module, offers] of Object.entries(shared)) {
    for (const { version, get, shareConfig } of offers) {
      offer(scopeOf(webpackRequire), module, version, { get, from: name, eager: shareConfig?.eager === true });
    }
  }
  return { name };
}

/** Installs the shared modules that the entry itself uses, which must be available at once. */
function installInitialConsumes(options: {
  readonly initialConsumes: readonly ModuleId[];
  readonly moduleToHandlerMapping: Readonly<Record<ModuleId, Handler>>;
  readonly installedModules: InstalledModules;
  readonly webpackRequire: BundlerRequire;
}): void {
  const { initialConsumes, moduleToHandlerMapping, installedModules, webpackRequire } = options;
  for (const id of initialConsumes) {
    webpackRequire.m[id] = (module) => {
      const handler = moduleToHandlerMapping[id];
      const factory = handler && takeFactory(webpackRequire, handler);
      if (typeof factory !== 'function')
        throw new Error(`The shared module ${String(id)} is not available at once: share it eagerly`);
      installedModules[id] = 0;
      delete webpackRequire.c[id];
      module.exports = factory();
    };
  }
}

/** Makes a chunk wait for the shared modules that it uses. */
function consumes(options: {
  readonly chunkId: ModuleId;
  readonly promises: Promise<unknown>[];
  readonly chunkMapping: Readonly<Record<ModuleId, readonly ModuleId[] | undefined>>;
  readonly installedModules: InstalledModules;
  readonly moduleToHandlerMapping: Readonly<Record<ModuleId, Handler>>;
  readonly webpackRequire: BundlerRequire;
}): void {
  const { chunkId, promises, chunkMapping, installedModules, moduleToHandlerMapping, webpackRequire } = options;
  for (const id of chunkMapping[chunkId] ?? []) {
    const pending = installedModules[id];
    if (pending === 0) continue;
    if (pending) {
      promises.push(pending);
      continue;
    }
    const handler = moduleToHandlerMapping[id];
    if (!handler) continue;
    const taken = Promise.resolve()
      .then(() => takeFactory(webpackRequire, handler))
      .then(
        (factory) => install(webpackRequire, installedModules, id, factory),
        (error: unknown) => {
          delete installedModules[id];
          throw error;
        },
      );
    installedModules[id] = taken;
    promises.push(taken);
  }
}

/** Makes a container use the page's scope instead of its own, and adds the modules that it provides. */
function initContainerEntry({
  shareScope,
  webpackRequire,
}: {
  readonly shareScope: ShareScope;
  readonly webpackRequire: BundlerRequire;
}): true {
  webpackRequire.S[SCOPE] = shareScope;
  init({ webpackRequire });
  return true;
}

const federation = {
  instance: undefined,
  initOptions: undefined,
  bundlerRuntimeOptions: {},
  bundlerRuntime: {
    S: {},
    I: () => true,
    init,
    consumes,
    installInitialConsumes,
    initContainerEntry,
  },
};

// The bundler's generated code imports the default export.
export default federation;
