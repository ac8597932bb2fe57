import { assetOrigin } from '@portal/contract/asset-origin';
import { ASSETS_PATH, assetUrl } from '@portal/contract/paths';
import { CHECKED_SCRIPTS_POLICY } from '@portal/contract/page-elements';
import { refreshCachedFile } from '@portal/contract/refresh-cached-file';
import { findCause } from './find-cause.ts';
import type { HashedFile, PartDirectory } from './part-directory.ts';
import { DescriptorError } from './part-directory.ts';

type IntegrityMap = Readonly<Record<string, string>>;

/** Where the page takes the file of a part from. */
export function fileUrl(part: string, file: string): string {
  return assetUrl(part, file, assetOrigin());
}

/**
 * The hashes in the page's import map. The browser checks each of these scripts against them, however deep the import.
 */
function readImportMap(): IntegrityMap {
  const map: unknown = JSON.parse(document.querySelector('script[type="importmap"]')?.textContent ?? '{}');
  if (typeof map !== 'object' || map === null || !('integrity' in map)) return {};
  const { integrity } = map;
  if (typeof integrity !== 'object' || integrity === null) return {};
  return Object.fromEntries(
    Object.entries(integrity).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** The file of a part at this address; undefined for any other. */
function fileAt(url: string): { readonly part: string; readonly file: string } | undefined {
  const base = new URL(fileUrl('', ''), document.baseURI);
  const { origin, pathname, search, hash } = new URL(url, document.baseURI);
  if (origin !== base.origin || !pathname.startsWith(ASSETS_PATH) || search !== '' || hash !== '') return undefined;
  const [part = '', file = '', ...more] = pathname.slice(ASSETS_PATH.length).split('/');
  return more.length === 0 ? { part, file } : undefined;
}

/** The part of Trusted Types that is used here; TypeScript's own types do not have it. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}
declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes;
  }
}

/** The browser's own `import()`, which the bundler must not change: the address is known only at run time. */
function importFile(url: string): Promise<unknown> {
  return import(/* webpackIgnore: true */ url);
}

/**
 * The right bytes of a script have come, but the browser keeps its failure for as long as the page lives. A
 * `TypeError`, as `import()` gives.
 */
class CachedFailureError extends TypeError {
  constructor(url: string, cause: unknown) {
    super(`${url} is only loaded by a new page`, { cause });
    this.name = 'CachedFailureError';
  }
}

/** Whether a new page could load a script that failed, and nothing else. */
export function isCachedFailure(error: unknown): boolean {
  return findCause(error, CachedFailureError) !== undefined;
}

/** Scripts of parts that run only with the hash of the release. */
export interface CheckedScripts {
  /** The hash that the script at `url` must have; undefined if the release has none. @throws {DescriptorError} */
  readIntegrity(url: string): Promise<string | undefined>;
  /**
   * Imports a script after its bytes have been checked. If that fails, replaces the browser's copy, and tries once
   * more. Rejects like `import()` for one that did not load, or is another one. @throws {DescriptorError}
   */
  import(url: string): Promise<unknown>;
  /** Whether a script has failed although its bytes were right: it threw. */
  hasThrown(url: string): boolean;
  /**
   * Fetches the files of a part, so that they are there when they are needed; failures show then. @returns whether all
   * have come; false if there are none, because the page does not know them then.
   */
  preload(part: string, files: readonly HashedFile[]): Promise<boolean>;
}

/** Adds script elements to the page, each with a hash. Trusted Types allow no other address. */
function scriptAdder(): (url: string, integrity: string) => Promise<void> {
  const allowed = new Set<string>();
  const policy = window.trustedTypes?.createPolicy(CHECKED_SCRIPTS_POLICY, {
    createScriptURL(address) {
      if (allowed.has(address)) return address;
      throw new TypeError(`${address} has no hash`);
    },
  });
  return (url, integrity) =>
    new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.type = 'module';
      script.crossOrigin = 'anonymous';
      script.integrity = integrity;
      script.addEventListener('load', () => resolve(), { once: true });
      script.addEventListener('error', () => reject(new TypeError(`${url} did not load`)), { once: true });
      allowed.add(url);
      script.src = policy?.createScriptURL(url) ?? url;
      document.head.append(script);
    });
}

/**
 * The scripts of one page: those of the import map, and those of lists that are fetched later. A map that is added
 * later would need a hash in the page's policy, and Firefox knows one map only; so the page adds an element with the
 * hash. All browsers check that, and keep the module that they have checked for every later import of its address.
 * `importScript` is replaced in tests.
 */
export function checkedScripts(
  directory: Pick<PartDirectory, 'getScripts'>,
  importScript = importFile,
): CheckedScripts {
  const importMap = readImportMap();
  const addScript = scriptAdder();
  const loading = new Map<string, Promise<void>>();
  const thrown = new Set<string>();
  /** Whether the file at an address has come. */
  const preloaded = new Map<string, Promise<boolean>>();

  const listedIntegrity = (url: string): string | undefined => {
    const { part = '', file = '' } = fileAt(url) ?? {};
    const address = fileUrl(part, file);
    return Object.hasOwn(importMap, address) ? importMap[address] : undefined;
  };

  async function readIntegrity(url: string): Promise<string | undefined> {
    const listed = listedIntegrity(url);
    if (listed !== undefined) return listed;
    const at = fileAt(url);
    if (!at) return undefined;
    const scripts = await directory.getScripts(at.part);
    return Object.hasOwn(scripts, at.file) ? scripts[at.file] : undefined;
  }

  /** Loads a script once; one that failed is tried again. */
  function check(url: string, integrity: string): Promise<void> {
    const known = loading.get(url);
    if (known) return known;
    const adding = addScript(url, integrity);
    loading.set(url, adding);
    adding.catch(() => loading.delete(url));
    return adding;
  }

  async function importChecked(url: string): Promise<unknown> {
    const integrity = await readIntegrity(url);
    if (integrity === undefined) throw new TypeError(`${url} has no hash`);
    await check(url, integrity);
    return importScript(url);
  }

  async function importOrRenew(url: string): Promise<unknown> {
    const load = () => (listedIntegrity(url) === undefined ? importChecked(url) : importScript(url));
    try {
      return await load();
    } catch (error) {
      const integrity = error instanceof DescriptorError ? undefined : await readIntegrity(url);
      if (integrity === undefined || !(await refreshCachedFile(url, integrity))) throw error;
      return await load().catch((again: unknown) => {
        if (again !== error) throw new CachedFailureError(url, again);
        // Browsers run a script once, and reject every later import with what it has thrown.
        thrown.add(url);
        throw error;
      });
    }
  }

  /** Into the browser's cache alone: Firefox would remember the failure of a `modulepreload` as that of the module. */
  async function fetchAhead(url: string, integrity: string): Promise<boolean> {
    const answer = await fetch(url, { integrity, credentials: 'same-origin', priority: 'low' }).catch(() => undefined);
    // Without an answer, the browser's copy may be damaged.
    if (answer ? answer.ok : await refreshCachedFile(url, integrity)) return true;
    preloaded.delete(url);
    return false;
  }

  return {
    readIntegrity,
    import: importOrRenew,
    hasThrown: (url) => thrown.has(url),
    async preload(part, files) {
      const come = files.map(async ({ file, integrity }) => {
        const url = fileUrl(part, file);
        if (loading.has(url) || listedIntegrity(url) !== undefined) return true;
        const known = preloaded.get(url) ?? fetchAhead(url, integrity);
        preloaded.set(url, known);
        return await known;
      });
      return come.length > 0 && (await Promise.all(come)).every(Boolean);
    },
  };
}
