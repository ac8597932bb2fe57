import type { PartFailure } from '@portal/contract/failure';
import { missingChunk } from '@portal/contract/failure';
import type { CrashDetails, PartReport } from '@portal/contract/report';
import { refreshCachedFile } from '@portal/contract/refresh-cached-file';
import { CHUNK_LIMIT_MS, inTime } from '@portal/contract/time-limit';
import type { CheckedScripts } from './checked-scripts.ts';
import { fileUrl, isCachedFailure } from './checked-scripts.ts';
import { crashDetails } from './error-origin.ts';
import { DescriptorError } from './part-directory.ts';
import { pageReporter } from './reporter.ts';

/** What the loader needs of browser and server; replaced in tests. */
export interface LoaderEnvironment {
  /** Where the page takes the file of a part from. */
  fileUrl(part: string, file: string): string;
  /** Whether the release has a hash for the script at `url`. @throws {DescriptorError} */
  hasIntegrity(url: string): Promise<boolean>;
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

/**
 * Whether a link's style sheet applies. That of a failed link is empty (404) or must not be read (no network, wrong
 * hash).
 */
function applies({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}

/** After the page's own: one before others makes browsers style and lay out the whole page again. */
function appendLink(url: string, integrity: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url;
  link.integrity = integrity;
  link.crossOrigin = 'anonymous';
  document.body.append(link);
  return link;
}

/**
 * Waits for the page's own link if that is still loading. A failed or late link is removed, so that the next attempt
 * requests the file again.
 */
async function attachStyle(url: string, integrity: string): Promise<void> {
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

/** If the style sheet fails, replaces the browser's copy, and tries once more. */
async function addStyle(url: string, integrity: string): Promise<void> {
  try {
    await attachStyle(url, integrity);
  } catch (error) {
    if (error instanceof LateStyle || !(await refreshCachedFile(url, integrity))) throw error;
    await attachStyle(url, integrity);
  }
}

async function digest(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha256-${btoa(String.fromCharCode(...hash))}`;
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

/** A file that did not load, and its hash in the page. */
interface FailedFile {
  readonly url: string;
  readonly integrity: string | undefined;
}

async function failedFile(
  part: string,
  error: unknown,
  { readIntegrity }: CheckedScripts,
): Promise<FailedFile | undefined> {
  if (error instanceof StyleError) return error;
  const chunk = missingChunk(error);
  const url = error instanceof ImportError ? error.url : chunk && fileUrl(part, chunk);
  return url === undefined ? undefined : { url, integrity: await readIntegrity(url) };
}

/** Whether the page could not learn which bytes a script must have. */
function causeIsDescriptor(error: unknown): boolean {
  return error instanceof DescriptorError || (error instanceof ImportError && error.cause instanceof DescriptorError);
}

/**
 * The loader's environment in a real page. It does not recognise failures by their messages, because these differ
 * between browsers.
 */
export function browserEnvironment(scripts: CheckedScripts): LoaderEnvironment {
  async function importModule(url: string): Promise<unknown> {
    try {
      return await scripts.import(url);
    } catch (cause) {
      throw new ImportError(url, cause);
    }
  }

  async function diagnose(part: string, error: unknown): Promise<PartFailure> {
    if (error instanceof LateStyle) return 'timed-out';
    // Without its hashes, a part cannot be loaded.
    if (causeIsDescriptor(error)) return 'unreachable';
    // The right bytes are there, and only a new page can run them.
    if (isCachedFailure(error)) return 'unreachable';
    if (error instanceof ImportError && scripts.hasThrown(error.url)) return 'crashed';
    const file = await failedFile(part, error, scripts);
    if (!file) return 'crashed';
    const answer = await fetch(file.url, { cache: 'no-store' }).catch(() => undefined);
    if (!answer?.ok) return 'unreachable';
    if ((await digest(await answer.arrayBuffer())) !== file.integrity) return 'tampered';
    // The bytes are correct now, so the first request failed and a retry can help.
    return 'unreachable';
  }

  return {
    fileUrl,
    hasIntegrity: async (url) => (await scripts.readIntegrity(url)) !== undefined,
    importModule,
    addStyle,
    dropStyle: (url) => findStyle(url)?.remove(),
    shareScope,
    diagnose,
    crashDetails,
    report: pageReporter(),
  };
}
