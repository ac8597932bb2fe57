import { isInContractRange, CONTRACT_VERSION } from '@portal/contract/version';
import type { PageRemote } from '@portal/contract/page';
import { assetUrl } from '@portal/contract/page';
import type { RemoteModule } from '@portal/contract/remote-module';
import { REMOTE_EXPOSE } from '@portal/contract/remote-module';
import type { LoaderEnvironment } from './browser-environment.ts';
import { toRemoteModule, toContainer } from './container.ts';
import { RemoteError } from './remote-error.ts';

/** How long a container, and a chunk or style sheet, may take. */
const ENTRY_TIMEOUT_MS = 3000;
const CHUNK_TIMEOUT_MS = 5000;

/** A remote that runs in this page. */
export interface LoadedRemote {
  readonly name: string;
  readonly module: RemoteModule;
}

export interface RemoteLoader {
  /** Loads the remote once; later calls get the same. A failed load is forgotten, so the next call tries again. @throws {RemoteError} */
  load(name: string): Promise<LoadedRemote>;
  /** The remotes that run in this page by now. */
  loaded(): readonly LoadedRemote[];
  /** Runs `fetchPart` (a page or a catalogue of a loaded remote) within the time allowed, and names its failure. @throws {RemoteError} */
  within<Part>(remote: string, fetchPart: () => Promise<Part>): Promise<Part>;
}

function timeLimit(ms: number, late: () => Error): { readonly promise: Promise<never>; readonly stop: () => void } {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  return { promise, stop: () => clearTimeout(timer) };
}

/** The loader of one page: `remotes` is what the page's release names. It needs no React and no router. */
export function createRemoteLoader(
  remotes: Readonly<Record<string, PageRemote>>,
  environment: LoaderEnvironment,
): RemoteLoader {
  const running = new Map<string, Promise<LoadedRemote>>();
  const loaded = new Map<string, LoadedRemote>();

  async function inTime<Value>(name: string, version: string, ms: number, work: Promise<Value>): Promise<Value> {
    const limit = timeLimit(ms, () => new RemoteError('timed-out', name, version, `no answer within ${ms} ms`));
    try {
      return await Promise.race([work, limit.promise]);
    } finally {
      limit.stop();
    }
  }

  async function explained<Value>(
    name: string,
    remote: PageRemote,
    ms: number,
    work: () => Promise<Value>,
  ): Promise<Value> {
    try {
      return await inTime(name, remote.version, ms, work());
    } catch (error) {
      if (error instanceof RemoteError) throw error;
      const failure = await inTime(name, remote.version, ms, environment.diagnose(error));
      throw new RemoteError(failure, name, remote.version, `could not be loaded (${failure})`, { cause: error });
    }
  }

  async function start(name: string, remote: PageRemote): Promise<LoadedRemote> {
    const { version, declaration, entry, styles } = remote;
    if (!isInContractRange(CONTRACT_VERSION, declaration.contract)) {
      throw new RemoteError(
        'incompatible',
        name,
        version,
        `wants contract ${declaration.contract}, the shell offers ${CONTRACT_VERSION}`,
      );
    }
    const url = assetUrl(name, entry);
    if (!environment.hasIntegrity(url))
      throw new RemoteError('tampered', name, version, `the release has no hash for ${url}`);
    const dressed = Promise.all(
      styles.map(({ file, integrity }) => environment.addStyle(assetUrl(name, file), integrity)),
    );
    dressed.catch(() => undefined); // Awaited below; a failing script must not leave this one unhandled.
    const container = toContainer(await explained(name, remote, ENTRY_TIMEOUT_MS, () => environment.importModule(url)));
    if (!container) throw new RemoteError('incompatible', name, version, `${url} is not a container`);
    const exposed = await explained(name, remote, CHUNK_TIMEOUT_MS, async () => {
      await container.init(await environment.shareScope());
      return (await container.get(REMOTE_EXPOSE))();
    });
    await explained(name, remote, CHUNK_TIMEOUT_MS, () => dressed);
    const module = toRemoteModule(exposed);
    if (!module) throw new RemoteError('incompatible', name, version, `${REMOTE_EXPOSE} has not the agreed shape`);
    if (module.version !== version) {
      throw new RemoteError('incompatible', name, version, `version ${module.version} answered`);
    }
    return { name, module };
  }

  function find(name: string): PageRemote {
    const remote = Object.hasOwn(remotes, name) ? remotes[name] : undefined;
    if (!remote) throw new RemoteError('incompatible', name, 'none', 'the release names no such remote');
    return remote;
  }

  async function startWithRetry(name: string): Promise<LoadedRemote> {
    const remote = find(name);
    try {
      return await start(name, remote);
    } catch (error) {
      // A second try can help where the network failed; different bytes or another contract stay what they are.
      if (!(error instanceof RemoteError) || error.failure !== 'unreachable') throw error;
      return start(name, remote);
    }
  }

  return {
    load(name) {
      const known = running.get(name);
      if (known) return known;
      const loading = startWithRetry(name).then(
        (remote) => {
          loaded.set(name, remote);
          return remote;
        },
        (error: unknown) => {
          running.delete(name);
          throw error;
        },
      );
      running.set(name, loading);
      return loading;
    },
    loaded: () => [...loaded.values()],
    within: async (name, fetchPart) => {
      const remote = find(name);
      return explained(name, remote, CHUNK_TIMEOUT_MS, fetchPart);
    },
  };
}
