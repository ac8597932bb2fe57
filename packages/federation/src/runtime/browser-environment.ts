import { assetOrigin } from '@portal/contract/asset-origin';
import type { PartFailure } from '@portal/contract/failure';
import { missingChunk } from '@portal/contract/failure';
import { assetUrl } from '@portal/contract/page';
import type { CrashDetails, PartReport } from '@portal/contract/report';
import { CHUNK_LIMIT_MS, inTime } from '@portal/contract/time-limit';
import { crashDetails } from './error-origin.ts';
import { pageReporter } from './reporter.ts';

/** What the loader needs of browser and server; replaced in tests. */
export interface LoaderEnvironment {
  /** Where the page takes the file of a part from. */
  fileUrl(part: string, file: string): string;
  /** Whether the page's import map has a hash for the script at `url`. */
  hasIntegrity(url: string): boolean;
  importModule(url: string): Promise<unknown>;
  /** Resolves when the style sheet applies. */
  addStyle(url: string, integrity: string): Promise<void>;
  /** Removes the style sheet. */
  dropStyle(url: string): void;
  shareScope(): Promise<object>;
  /** Finds out why a file of a remote did not load, by requesting it again. */
  diagnose(remote: string, error: unknown): Promise<PartFailure>;
  /** What is reported of the error of a crash. */
  crashDetails(error: unknown): CrashDetails;
  /** Reports to the web server how a version loaded or failed. */
  report(report: PartReport): void;
}

type IntegrityMap = Readonly<Record<string, string>>;

/** The hashes in the page's import map. The browser checks every module script against them, including nested chunks. */
function readIntegrity(): IntegrityMap {
  const map: unknown = JSON.parse(document.querySelector('script[type="importmap"]')?.textContent ?? '{}');
  if (typeof map !== 'object' || map === null || !('integrity' in map)) return {};
  const { integrity } = map;
  if (typeof integrity !== 'object' || integrity === null) return {};
  return Object.fromEntries(
    Object.entries(integrity).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function whenLoaded(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve(), { once: true });
    link.addEventListener('error', () => reject(new StyleError(link)), { once: true });
  });
}

class LateStyle extends Error {}

class StyleError extends Error {
  readonly url: string;
  readonly integrity: string;

  constructor({ href, integrity }: HTMLLinkElement) {
    super(`The style sheet ${href} did not load`);
    this.name = 'StyleError';
    this.url = href;
    this.integrity = integrity;
  }
}

function findStyle(url: string): HTMLLinkElement | undefined {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  return [...links].find((link) => link.getAttribute('href') === url);
}

/** Whether a link's style sheet applies. That of a failed link is empty (404) or must not be read (no network, wrong hash). */
function applies({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}

function appendLink(url: string, integrity: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url;
  link.integrity = integrity;
  link.crossOrigin = 'anonymous';
  document.head.append(link);
  return link;
}

/** Waits for the page's own link if that is still loading. A failed or late link is removed, so that the next attempt requests the file again. */
async function addStyle(url: string, integrity: string): Promise<void> {
  const present = findStyle(url);
  if (present && applies(present)) return;
  if (present?.sheet) present.remove();
  const link = present && !present.sheet ? present : appendLink(url, integrity);
  const late = () => new LateStyle(`The style sheet ${url} did not load within ${CHUNK_LIMIT_MS} ms`);
  try {
    await inTime(CHUNK_LIMIT_MS, whenLoaded(link), late);
  } catch (error) {
    link.remove();
    throw error;
  }
}

async function digest(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha256-${btoa(String.fromCharCode(...hash))}`;
}

/** The browser's own `import()`, which the bundler must not change: the address is known only at run time. */
function importFile(url: string): Promise<unknown> {
  return import(/* webpackIgnore: true */ url);
}

declare const __webpack_init_sharing__: (scope: string) => Promise<void>;
declare const __webpack_share_scopes__: Readonly<Record<string, object | undefined>>;

async function shareScope(): Promise<object> {
  await __webpack_init_sharing__('default');
  const scope = __webpack_share_scopes__['default'];
  if (!scope) throw new Error('The shell has no share scope: its build lacks the federation plugin');
  return scope;
}

/** A script's `import()` was rejected: the script could not be loaded, or threw when it ran. */
class ImportError extends Error {
  readonly url: string;

  constructor(url: string, cause: unknown) {
    super(`${url} could not be imported`, { cause });
    this.name = 'ImportError';
    this.url = url;
  }
}

function fileUrl(part: string, file: string): string {
  return assetUrl(part, file, assetOrigin());
}

/** A file that did not load, and its hash in the page. */
interface FailedFile {
  readonly url: string;
  readonly integrity: string | undefined;
}

function failedFile(part: string, error: unknown, integrity: IntegrityMap): FailedFile | undefined {
  if (error instanceof StyleError) return error;
  const chunk = missingChunk(error);
  const url = error instanceof ImportError ? error.url : chunk && fileUrl(part, chunk);
  return url === undefined ? undefined : { url, integrity: integrity[url] };
}

/**
 * The loader's environment in a real page. It does not recognise failures by their messages, because these differ between browsers.
 * `importScript` is replaced in tests.
 */
export function browserEnvironment(importScript = importFile): LoaderEnvironment {
  const integrity = readIntegrity();

  async function importModule(url: string): Promise<unknown> {
    try {
      return await importScript(url);
    } catch (cause) {
      throw new ImportError(url, cause);
    }
  }

  /** Whether the script threw. Browsers run a module once, and reject every later `import()` with the same error object. */
  async function threwWhenItRan({ url, cause }: ImportError): Promise<boolean> {
    return importScript(url).then(
      () => false,
      (again: unknown) => again === cause,
    );
  }

  async function diagnose(part: string, error: unknown): Promise<PartFailure> {
    if (error instanceof LateStyle) return 'timed-out';
    const file = failedFile(part, error, integrity);
    if (!file) return 'crashed';
    const answer = await fetch(file.url, { cache: 'no-store' }).catch(() => undefined);
    if (!answer?.ok) return 'unreachable';
    if ((await digest(await answer.arrayBuffer())) !== file.integrity) return 'tampered';
    if (error instanceof ImportError && (await threwWhenItRan(error))) return 'crashed';
    // The bytes are correct now, so the first request failed and a retry can help.
    return 'unreachable';
  }

  return {
    fileUrl,
    hasIntegrity: (url) => Object.hasOwn(integrity, url),
    importModule,
    addStyle,
    dropStyle: (url) => findStyle(url)?.remove(),
    shareScope,
    diagnose,
    crashDetails,
    report: pageReporter(),
  };
}
