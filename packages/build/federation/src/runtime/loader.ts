import { getFallbacks } from '@portal/contract/fallbacks';
import type { LoadableVersion, PageRemote } from '@portal/contract/page';
import type { RemoteModule } from '@portal/contract/remote-module';
import { inTime, WAIT_LIMIT_MS } from '@portal/contract/time-limit';
import type { CrashDetails } from '@portal/contract/report';
import type { LoaderEnvironment } from './browser-environment.ts';
import { lateError, RemoteError, withFailureKind, startVersion, retryOnce } from './start-version.ts';

/** A remote that runs in this page. */
export interface LoadedRemote {
  readonly name: string;
  /** Its `version` is the one in its code. */
  readonly module: RemoteModule;
}

export interface RemoteLoader {
  /**
   * Loads the remote once: the version of the release or, if that fails, one of its fallbacks. Later calls get the same
   * result. If all fail, the next call starts again. @throws {RemoteError}
   */
  load(name: string): Promise<LoadedRemote>;
  /** The remotes that have been loaded in this page. */
  loaded(): readonly LoadedRemote[];
  /**
   * Fetches a page or a catalogue of a loaded remote within the time limit. Also fails if the remote's fallback has
   * taken over meanwhile.
   * @throws {RemoteError}
   */
  within<Part>(remote: LoadedRemote, fetchPart: () => Promise<Part>): Promise<Part>;
  /**
   * Reports that a remote failed in use. True if `load` returns its fallback from now on. Without a fallback the remote
   * stays in use, because its other pages may work.
   */
  dismiss(remote: LoadedRemote, error: unknown): boolean;
  /**
   * Reports that code of a remote threw where it harms no page, also while it is loading. The version stays in use.
   * False if no such remote is in use.
   */
  reportCrash(name: string, crash: CrashDetails): boolean;
}

/** The version of the release, then its fallbacks. */
function getVersions(remote: PageRemote): readonly LoadableVersion[] {
  return [remote, ...getFallbacks<LoadableVersion>(remote)];
}

/** The first, the current and the next version of a remote. */
interface Versions {
  readonly first: LoadableVersion;
  readonly current: LoadableVersion;
  readonly next: LoadableVersion | undefined;
}

/** Removes the style sheets of `before` that `after` does not have, because style sheets apply to the complete page. */
function dropStyles(
  { dropStyle, fileUrl }: LoaderEnvironment,
  name: string,
  before: LoadableVersion,
  after: LoadableVersion,
): void {
  for (const { file } of before.styles)
    if (!after.styles.some((style) => style.file === file)) dropStyle(fileUrl(name, file));
}

/** The loader of one page. `findRemote`: a remote of the page's release that the page knows. */
export function createRemoteLoader(
  findRemote: (name: string) => PageRemote | undefined,
  environment: LoaderEnvironment,
): RemoteLoader {
  const running = new Map<string, Promise<LoadedRemote>>();
  const loaded = new Map<string, LoadedRemote>();
  /** Index of a remote's current version; 0 by default. */
  const positions = new Map<string, number>();

  function find(name: string): Versions {
    const remote = findRemote(name);
    const versions = remote ? getVersions(remote) : [];
    const position = positions.get(name) ?? 0;
    const [first] = versions;
    const current = versions[position];
    if (!first || !current) throw new RemoteError('incompatible', name, 'none', 'the page knows no such remote');
    return { first, current, next: versions[position + 1] };
  }

  /** Replaces the failed current version by the next one. False if there is none. */
  function switchToNext(name: string, error: unknown): boolean {
    // Another version would not be listed, either.
    if (error instanceof RemoteError && error.unlisted) return false;
    const { current, next } = find(name);
    const failure = error instanceof RemoteError ? error.failure : 'crashed';
    const details = failure === 'crashed' ? environment.crashDetails(error) : {};
    environment.report({ part: name, version: current.version, failure, ...details });
    if (!next) return false;
    console.error(`${name} ${current.version} failed (${failure}); ${next.version} takes over.`, error);
    dropStyles(environment, name, current, next);
    positions.set(name, (positions.get(name) ?? 0) + 1);
    return true;
  }

  async function startFirstThatWorks(name: string): Promise<LoadedRemote> {
    const { first, current } = find(name);
    const since = performance.now();
    try {
      const remote = { name, module: await retryOnce(() => startVersion(environment, name, current)) };
      environment.report({ part: name, version: current.version, loadedIn: Math.round(performance.now() - since) });
      loaded.set(name, remote);
      return remote;
    } catch (error) {
      if (switchToNext(name, error)) return startFirstThatWorks(name);
      // The next call starts again with the first version.
      dropStyles(environment, name, current, first);
      positions.delete(name);
      throw error;
    }
  }

  return {
    load(name) {
      const known = running.get(name);
      if (known) return known;
      const loading = startFirstThatWorks(name);
      running.set(name, loading);
      loading.catch(() => running.delete(name));
      return loading;
    },
    loaded: () => [...loaded.values()],
    async within(remote, fetchPart) {
      const { name, module } = remote;
      const fetched = retryOnce(() => withFailureKind(environment, name, module.version, fetchPart));
      const part = await inTime(WAIT_LIMIT_MS, fetched, () => lateError(name, module.version, WAIT_LIMIT_MS, fetched));
      if (loaded.get(name) === remote) return part;
      throw new RemoteError('crashed', name, module.version, 'its fallback has taken over');
    },
    dismiss(remote, error) {
      const { name } = remote;
      // Another page of this remote failed before; the fallback is loading, or has failed, too.
      if (loaded.get(name) !== remote) return positions.has(name);
      if (!switchToNext(name, error)) return false;
      running.delete(name);
      loaded.delete(name);
      return true;
    },
    reportCrash(name, crash) {
      if (!running.has(name)) return false;
      const version = loaded.get(name)?.module.version ?? find(name).current.version;
      environment.report({ part: name, version, failure: 'crashed', ...crash });
      return true;
    },
  };
}
