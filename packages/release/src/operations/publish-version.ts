import { readBuild } from './dist-folder.ts';
import { refuseIfAny } from '../errors.ts';
import { checkFit } from '../policy/policy.ts';
import type { Publication } from './publish.ts';
import { publishBuild } from './publish.ts';
import type { Store } from '../store/store.ts';

export type { Publication } from './publish.ts';

export interface PublishRequest {
  /** Folder of the build: manifest.json and every file that it lists. */
  readonly folder: string;
  /** Also a version that does not fit what is live now: it is to be promoted together with another part. */
  readonly ahead?: boolean | undefined;
}

/**
 * Publishes a build. The rules are those of a promotion, held against what is live now, so that a version which could not be promoted
 * is refused while its makers are still looking.
 * @throws {RefusedError} with every rule that it breaks.
 */
export async function publishVersion(store: Store, { folder, ahead = false }: PublishRequest): Promise<Publication> {
  const build = await readBuild(folder);
  if (!ahead) refuseIfAny(checkFit(await store.latestRelease(), build.manifest));
  return publishBuild(store, build);
}
