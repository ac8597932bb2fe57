import type { GetFactory, ShareScope, SharedRequirement } from './share-scope.ts';

export type ModuleId = string | number;

/** Starts to load what a chunk needs, and adds its promises to `promises`. */
type LoadChunk = (chunk: ModuleId, promises: Promise<unknown>[]) => void;

/** A shared module that a build uses. */
interface Consumed extends SharedRequirement {
  readonly shareKey: string;
}

/** A shared module that a build provides. */
interface Provided {
  readonly name: string;
  readonly version: string;
  readonly factory: GetFactory;
}

/** The parts of the bundler's run time that are used here, as its generated code has them. */
export interface BundlerRequire {
  (id: ModuleId): unknown;
  /** Modules by their ids. */
  readonly m: Record<ModuleId, (module: { exports: unknown }) => void>;
  /** Modules that have run. */
  readonly c: Record<ModuleId, unknown>;
  /** Share scopes by their names. */
  readonly S: Record<string, ShareScope | undefined>;
  /** Makes a share scope ready. */
  I: (scope: string) => unknown;
  /** File name of a chunk. */
  readonly u: (chunk: ModuleId) => string;
  /** The steps that make a chunk usable; `j` loads its file. */
  readonly f: { j: LoadChunk; consumes?: LoadChunk };
  readonly initializeSharingData: {
    readonly scopeToSharingDataMapping: { readonly default?: readonly Provided[] };
    readonly uniqueName: string;
  };
  readonly consumesLoadingData: {
    readonly chunkMapping: Readonly<Record<ModuleId, readonly ModuleId[] | undefined>>;
    readonly moduleIdToConsumeDataMapping: Readonly<Record<ModuleId, Consumed | undefined>>;
  };
  readonly initializeExposesData: { readonly moduleMap: Readonly<Record<string, () => unknown>> };
  getContainer: (expose: string) => unknown;
  initContainer: (scope: ShareScope) => unknown;
}
