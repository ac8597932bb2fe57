import type { Provenance, Source } from '@portal/contract/provenance';
import { isDeepStrictEqual } from 'node:util';
import { PlainError } from '@portal/node-kit/plain-error';
import type { Build } from '@portal/release/operations/dist-folder';
import { readBuild } from '@portal/release/operations/dist-folder';
import type { PublishedVersion, Store } from '@portal/release/store';
import { ProcessError } from './run-process.ts';
import type { BuildRequest, FinishedBuild, Builder } from './builder.ts';

/** A file that is not the same in both builds. */
interface Difference {
  readonly file: string;
  readonly in: 'both' | 'published' | 'rebuilt';
}

/** A published version, compared with another build of its commit. Plain data. */
interface Rebuild {
  readonly name: string;
  readonly version: string;
  readonly commit: string;
  readonly files: number;
  /** Empty if every byte is the same. */
  readonly differences: readonly Difference[];
  /** Versions of Node: the one that built the published version, and the one that built it again. */
  readonly node: { readonly published: string; readonly rebuilt: string };
}

/** A version cannot be built again. The message says why, and what to do. */
class RebuildError extends PlainError {}

/** The source of a version that can be built again. @throws {RebuildError} */
function rebuildableSource(what: string, { source, tools }: Provenance): Source {
  if (source?.clean === true && tools['pnpm'] !== undefined) return source;
  const problem = !source
    ? `${what} was built outside git, so no commit is known to have its sources.`
    : !source.clean
      ? `${what} was built with uncommitted changes on top of commit ${source.commit}, so no commit has its sources.`
      : `The dependencies of ${what} were not installed by pnpm, so the lock file does not say which they were.`;
  throw new RebuildError(`${problem} Commit everything, build in a clone, and publish that as a new version.`);
}

/** @throws {RebuildError} if the repository does not have the commit. */
async function checkCommit(what: string, { commit, repository }: Source, builder: Builder): Promise<void> {
  if (await builder.hasCommit(commit)) return;
  throw new RebuildError(
    `${what} was built from commit ${commit}, which is not in the repository of this folder. ` +
      `Fetch it, then repeat the command: git fetch ${repository ?? 'REMOTE'} ${commit}`,
  );
}

/** @throws {RebuildError} if the commit does not build. */
async function buildAgain(what: string, order: BuildRequest, builder: Builder): Promise<FinishedBuild> {
  try {
    return await builder.build(order);
  } catch (error) {
    if (!(error instanceof ProcessError)) throw error;
    throw new RebuildError(`${what} could not be built again: ${error.message}`, { cause: error });
  }
}

async function compare(store: Store, { manifest }: PublishedVersion, rebuilt: Build): Promise<readonly Difference[]> {
  const differences: Difference[] = [];
  const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;
  for (const [file, record] of Object.entries(manifest.files)) {
    const bytes = rebuilt.files.get(file);
    const published = await store.readFile(manifest.name, file, record);
    if (bytes === undefined) differences.push({ file, in: 'published' });
    else if (!same(published, bytes)) differences.push({ file, in: 'both' });
  }
  for (const file of rebuilt.files.keys())
    if (!Object.hasOwn(manifest.files, file)) differences.push({ file, in: 'rebuilt' });
  if (!isDeepStrictEqual(manifest, rebuilt.manifest)) differences.push({ file: 'manifest.json', in: 'both' });
  return differences;
}

/**
 * Builds a published version again from its commit, and compares every byte. Writes nothing into the store, and leaves
 * nothing behind.
 * @throws {RebuildError} if it cannot be built again; {StoreError} if it is not published, or damaged.
 */
export async function rebuildVersion(store: Store, name: string, version: string, builder: Builder): Promise<Rebuild> {
  const what = `${name} ${version}`;
  const published = await store.readVersion(name, version);
  const { provenance } = published;
  const source = rebuildableSource(what, provenance);
  const { commit } = source;
  await checkCommit(what, source, builder);
  try {
    const product = await buildAgain(what, { name, version, commit, provenance }, builder);
    const rebuilt = await readBuild(product.folder);
    const differences = await compare(store, published, rebuilt);
    const node = { published: provenance.node, rebuilt: product.node };
    return { name, version, commit, files: rebuilt.files.size, differences, node };
  } finally {
    await builder.clear();
  }
}
