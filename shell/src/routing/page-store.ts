import type { Language } from '@portal/contract/language';
import type { Messages } from '@portal/contract/remote-module';
import { chunkInTime, inTime, LateChunkError, WAIT_LIMIT_MS } from '@portal/contract/time-limit';
import type { LoadedRemote, RemoteLoader } from '@portal/federation/runtime';
import { isCachedFailure, RemoteError } from '@portal/federation/runtime';
import type { ComponentType } from 'react';
import { LatePage } from '../file-failure.ts';
import { addShellPageTexts, addTexts } from '../languages.ts';

type PageModule = { readonly Page: ComponentType };

/** A page of the shell itself. The texts of rarely opened pages are in separate namespaces, which load with them. */
export interface ShellPage {
  readonly load: () => Promise<PageModule>;
  readonly texts?: { readonly namespace: string; readonly load: (language: Language) => Promise<Messages> };
}
/** The shell's own pages, by the names that `shell.json` uses. */
export type ShellPages = Readonly<Record<string, ShellPage>>;

/** The pages that this tab has loaded, of the shell and of remotes. */
interface PageStore {
  /**
   * Loads a page with its texts, from the remote's fallback if necessary. A failed load can be repeated.
   * @throws {RemoteError} when no version of the remote provides the page.
   */
  load(owner: string, page: string): Promise<ComponentType>;
  /** The page, if it is loaded and its version is still in use. */
  peek(owner: string, page: string): ComponentType | undefined;
  /** The error of the last load of the page, if it failed. */
  failure(owner: string, page: string): unknown;
  /**
   * Whether the last load of the page timed out. Browsers never request a script again that is still loading, so only a
   * new page helps, unless the script has come meanwhile.
   */
  isStuck(owner: string, page: string): boolean;
  /**
   * The page that is still loading although its time is up; rejects if it fails after all. Undefined if nothing is
   * under way.
   */
  late(owner: string, page: string): Promise<ComponentType> | undefined;
  /**
   * Runs an import of a shown page, within the time limit. If it fails and another version of the remote takes over,
   * calls `onReplaced`; `load` then returns that version's page. @throws {RemoteError}
   */
  importLater<Module>(
    owner: string,
    page: string,
    load: () => Promise<Module>,
    onReplaced: () => void,
  ): Promise<Module>;
  /**
   * Handles a shown page that threw. True if another version of the remote takes over; `load` then returns its page.
   */
  replaceCrashed(owner: string, page: string, error: unknown): boolean;
}

/** A page and its remote; undefined for the shell's pages. */
interface ReadyPage extends PageModule {
  readonly remote: LoadedRemote | undefined;
}

/** Loads once more after a failure: the page may not have heard in time which hash the file must have. */
const loadTwice = async <Value>(load: () => Promise<Value>): Promise<Value> => await load().catch(load);

async function fetchShellPage(shellPages: ShellPages, page: string): Promise<ReadyPage> {
  const known = Object.hasOwn(shellPages, page) ? shellPages[page] : undefined;
  if (!known) throw new Error(`The shell has no page "${page}"`);
  const { load, texts } = known;
  const [{ Page }] = await Promise.all([
    chunkInTime(`The page "${page}"`, loadTwice(load)),
    texts &&
      addShellPageTexts(texts.namespace, (language) =>
        chunkInTime(
          `The texts of "${page}" in "${language}"`,
          loadTwice(() => texts.load(language)),
        ),
      ),
  ]);
  return { Page, remote: undefined };
}

async function fetchFrom(loader: RemoteLoader, remote: LoadedRemote, page: string): Promise<ReadyPage> {
  const { name, module } = remote;
  const load = Object.hasOwn(module.pages, page) ? module.pages[page] : undefined;
  if (!load) throw new RemoteError('incompatible', name, module.version, `has no page "${page}"`);
  const texts = addTexts(name, (language) => loader.within(remote, () => module.loadMessages(language)));
  const [{ Page }] = await Promise.all([loader.within(remote, load), texts]);
  return { Page, remote };
}

/** From the remote's fallback if necessary. */
async function fetchPage(loader: RemoteLoader, owner: string, page: string): Promise<ReadyPage> {
  const remote = await loader.load(owner);
  try {
    return await fetchFrom(loader, remote, page);
  } catch (error) {
    if (!loader.dismiss(remote, error)) throw error;
    return fetchPage(loader, owner, page);
  }
}

/** What a page whose last load failed with `error` still waits for. */
const stillComing = (error: unknown) =>
  error instanceof LateChunkError || error instanceof RemoteError ? error.late : undefined;

export function createPageStore(loader: RemoteLoader, shellPages: ShellPages): PageStore {
  const ready = new Map<string, ReadyPage>();
  const pending = new Map<string, Promise<ComponentType>>();
  /** The errors of the last loads. */
  const failed = new Map<string, unknown>();
  const late = new Map<string, Promise<ComponentType>>();

  /** The loaded page; undefined if its version has been replaced, because all pages of a remote are of one version. */
  function readyPage(key: string): ReadyPage | undefined {
    const known = ready.get(key);
    return known?.remote && !loader.loaded().includes(known.remote) ? undefined : known;
  }

  const store: PageStore = {
    peek: (owner, page) => readyPage(`${owner}/${page}`)?.Page,
    failure: (owner, page) => failed.get(`${owner}/${page}`),
    isStuck(owner, page) {
      const key = `${owner}/${page}`;
      const error = failed.get(key);
      return (
        !readyPage(key) &&
        (error instanceof LatePage ||
          stillComing(error) !== undefined ||
          isCachedFailure(error) ||
          (error instanceof RemoteError && (error.failure === 'timed-out' || error.needsReload)))
      );
    },
    late: (owner, page) => late.get(`${owner}/${page}`),
    load(owner, page) {
      const key = `${owner}/${page}`;
      const known = readyPage(key);
      if (known) return Promise.resolve(known.Page);
      const underWay = pending.get(key);
      if (underWay) return underWay;
      failed.delete(key);
      late.delete(key);
      // A page that is late is kept, and shown when it comes.
      const fetching = owner === 'shell' ? fetchShellPage(shellPages, page) : fetchPage(loader, owner, page);
      const fetched = fetching.then((found) => {
        ready.set(key, found);
        return found.Page;
      });
      const isLate = () => new LatePage(`The page "${key}" is not ready after ${WAIT_LIMIT_MS} ms`);
      const loading = inTime(WAIT_LIMIT_MS, fetched, isLate)
        .catch((error: unknown) => {
          failed.set(key, error);
          const whenCome = (cause: unknown) => stillComing(cause)?.then(() => store.load(owner, page));
          const afterLate = async (cause: unknown) => {
            const again = whenCome(cause);
            if (again) return await again;
            throw cause;
          };
          const coming = error instanceof LatePage ? fetched.catch(afterLate) : whenCome(error);
          if (coming) late.set(key, coming);
          coming?.catch(() => undefined); // whoever shows the page hears of it
          throw error;
        })
        .finally(() => pending.delete(key));
      pending.set(key, loading);
      return loading;
    },
    async importLater(owner, page, load, onReplaced) {
      const remote = readyPage(`${owner}/${page}`)?.remote;
      if (!remote) return await load();
      try {
        return await loader.within(remote, load);
      } catch (error) {
        // Without a network, no other version would load either.
        if (navigator.onLine && loader.dismiss(remote, error)) onReplaced();
        throw error;
      }
    },
    replaceCrashed(owner, page, error) {
      const remote = readyPage(`${owner}/${page}`)?.remote;
      return remote !== undefined && loader.dismiss(remote, error);
    },
  };
  return store;
}
