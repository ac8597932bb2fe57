import type { LoadableVersion, PageRemote } from '@portal/contract/page';
import { assetUrl } from '@portal/contract/page';
import type { RemoteModule } from '@portal/contract/remote-module';
import type { LoaderEnvironment } from './browser-environment.ts';
import { RemoteError, explained, startVersion, twice } from './start-version.ts';

/** A remote that runs in this page. */
export interface LoadedRemote {
  readonly name: string;
  /** Says its version itself. */
  readonly module: RemoteModule;
}

export interface RemoteLoader {
  /**
   * Loads the remote once: the version of the release or, when that fails, the one to fall back to. Later calls get the same. When
   * all fail, that is forgotten, so the next call starts over. @throws {RemoteError}
   */
  load(name: string): Promise<LoadedRemote>;
  /** The remotes that run in this page by now. */
  loaded(): readonly LoadedRemote[];
  /**
   * Runs `fetchPart` (a page or a catalogue of a loaded remote) within the time allowed, and names its failure; what comes after
   * another version has taken the remote's place is one. @throws {RemoteError}
   */
  within<Part>(remote: LoadedRemote, fetchPart: () => Promise<Part>): Promise<Part>;
  /**
   * A remote failed in use. True where `load` gives another version from now on; where there is none it stays, for one page of it that
   * fails takes no other along.
   */
  dismiss(remote: LoadedRemote, error: unknown): boolean;
}

/** The version of the release, then what takes over when it fails. */
function versionsOf({ declaration, fallback, ...version }: PageRemote): readonly LoadableVersion[] {
  return [{ ...version, contract: declaration.contract }, ...(fallback ? [fallback] : [])];
}

/** Where a remote is among its versions. */
interface Place {
  readonly first: LoadableVersion;
  readonly at: LoadableVersion;
  readonly next: LoadableVersion | undefined;
}

/** The loader of one page: `remotes` is what the page's release names. It needs no React and no router. */
export function createRemoteLoader(
  remotes: Readonly<Record<string, PageRemote>>,
  environment: LoaderEnvironment,
): RemoteLoader {
  const running = new Map<string, Promise<LoadedRemote>>();
  const loaded = new Map<string, LoadedRemote>();
  /** Which of its versions a remote is at; none is the first. */
  const places = new Map<string, number>();

  function find(name: string): Place {
    const remote = Object.hasOwn(remotes, name) ? remotes[name] : undefined;
    const versions = remote ? versionsOf(remote) : [];
    const place = places.get(name) ?? 0;
    const [first] = versions;
    const at = versions[place];
    if (!first || !at) throw new RemoteError('incompatible', name, 'none', 'the release names no such remote');
    return { first, at, next: versions[place + 1] };
  }

  /** Style sheets apply to the whole page: those of `left` go, but for those that `taking` has, too. */
  function dropStyles(name: string, left: LoadableVersion, taking: LoadableVersion): void {
    for (const { file } of left.styles) {
      if (!taking.styles.some((style) => style.file === file)) environment.dropStyle(assetUrl(name, file));
    }
  }

  /** The version that the remote is at has failed: the next takes its place. False where there is none. */
  function giveUp(name: string, error: unknown): boolean {
    const { at, next } = find(name);
    const failure = error instanceof RemoteError ? error.failure : 'crashed';
    environment.report({ part: name, version: at.version, failure });
    if (!next) return false;
    console.error(`${name} ${at.version} failed (${failure}); ${next.version} takes its place.`, error);
    dropStyles(name, at, next);
    places.set(name, (places.get(name) ?? 0) + 1);
    return true;
  }

  async function startAny(name: string): Promise<LoadedRemote> {
    const { first, at } = find(name);
    const since = performance.now();
    try {
      const remote = { name, module: await twice(() => startVersion(environment, name, at)) };
      environment.report({ part: name, version: at.version, loadedIn: Math.round(performance.now() - since) });
      loaded.set(name, remote);
      return remote;
    } catch (error) {
      if (giveUp(name, error)) return startAny(name);
      // The next try begins with the first.
      dropStyles(name, at, first);
      places.delete(name);
      throw error;
    }
  }

  return {
    load(name) {
      const known = running.get(name);
      if (known) return known;
      const loading = startAny(name);
      running.set(name, loading);
      loading.catch(() => running.delete(name));
      return loading;
    },
    loaded: () => [...loaded.values()],
    async within(remote, fetchPart) {
      const { name, module } = remote;
      const part = await twice(() => explained(environment, name, module.version, fetchPart));
      if (loaded.get(name) === remote) return part;
      throw new RemoteError('crashed', name, module.version, 'another version has taken its place');
    },
    dismiss(remote, error) {
      const { name } = remote;
      // Another page of it has failed before: the other version is on its way, or has failed too.
      if (loaded.get(name) !== remote) return places.has(name);
      if (!giveUp(name, error)) return false;
      running.delete(name);
      loaded.delete(name);
      return true;
    },
  };
}
