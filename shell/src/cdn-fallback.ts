import { assetOrigin } from '@portal/contract/asset-origin';
import { cookieText, cookieValues, ownCookieName } from '@portal/contract/cookies';
import { LIVE_VIEW_PATH, OWN_FILES_COOKIE, OWN_FILES_SECONDS } from '@portal/contract/page-elements';
import { refreshCachedFile } from '@portal/contract/refresh-cached-file';
import { CHUNK_LIMIT_MS, ENTRY_LIMIT_MS } from '@portal/contract/time-limit';

declare global {
  interface Window {
    /**
     * Whether the page is being loaded again because of its files. The inline script and the shell both ask for that.
     */
    __reloads?: true;
  }
}

/**
 * Makes this browser's next pages take their files from the portal's own origin, because those of the CDN do not come,
 * or are wrong. False if this page does already, or if the browser keeps no cookies.
 */
export function avoidAssetOrigin(): boolean {
  if (assetOrigin() === '') return false;
  const secure = window.location.protocol === 'https:';
  const name = ownCookieName(OWN_FILES_COOKIE, secure);
  document.cookie = cookieText(name, 'own', { maxAgeSeconds: OWN_FILES_SECONDS, secure });
  return cookieValues(document.cookie, name).length > 0;
}

/** Key in the tab's storage: when the tab was loaded again because of its files, in milliseconds since the epoch. */
const RELOADED_AT = 'portal-own-files-at';

/**
 * Loads the page again; once, however many of its files fail. False if this tab has already done so within the hour:
 * that then does not help, and the page would be loaded again forever. Also false if the tab cannot remember it.
 */
export function reloadOnce(reload = () => window.location.reload()): boolean {
  if (window.__reloads) return true;
  try {
    const now = Date.now();
    if (now - Number(sessionStorage.getItem(RELOADED_AT)) < OWN_FILES_SECONDS * 1000) return false;
    sessionStorage.setItem(RELOADED_AT, String(now));
  } catch {
    return false;
  }
  window.__reloads = true;
  reload();
  return true;
}

/**
 * Asks the portal which release is live, for at most `ms` milliseconds. In Firefox, a fetch without `keepalive` waits
 * for a script that hangs.
 */
export async function askLiveView(ms: number): Promise<Response> {
  return await fetch(LIVE_VIEW_PATH, { cache: 'no-cache', keepalive: true, signal: AbortSignal.timeout(ms) });
}

/**
 * Loads the page again without the CDN. @throws if that would not help: there is no CDN, or the portal does not answer,
 * either.
 */
export async function reloadWithoutCdn(reload?: () => void): Promise<void> {
  if (assetOrigin() === '') throw new Error('The page has its files from the portal itself');
  const answer = await askLiveView(ENTRY_LIMIT_MS);
  if (!answer.ok || !avoidAssetOrigin() || !reloadOnce(reload))
    throw new Error('The page cannot be loaded without the CDN');
}

/**
 * Replaces the browser's copies of the shell's entry and of all files of the import map, within `ms` milliseconds.
 * @returns whether the right bytes of all have come.
 */
export async function refreshPageFiles(ms: number): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"]');
  const map = document.querySelector('script[type="importmap"]')?.textContent ?? '{}';
  // oxlint-disable-next-line no-unsafe-assignment -- the web server's own; a schema would be too large for the inline script
  const { integrity = {} }: { readonly integrity?: Readonly<Record<string, string>> } = JSON.parse(map);
  const files = { ...integrity, ...(entry && { [entry.src]: entry.integrity }) };
  const signal = AbortSignal.timeout(ms);
  const renewed = await Promise.all(Object.entries(files).map(([url, hash]) => refreshCachedFile(url, hash, signal)));
  return renewed.length > 0 && renewed.every(Boolean);
}

/** Whether somebody has done something in the first screen that a new page would lose. */
function hasInput(): boolean {
  const kept = window.__savedInput;
  return kept !== undefined && kept.pressed.size + kept.values.size > 0;
}

/**
 * Loads the page again after a file of its start has failed: without the CDN, else with new copies of its files,
 * because those of the browser may be damaged. @throws if that would not help, or would lose input.
 */
export async function reloadWithGoodFiles(reload?: () => void): Promise<void> {
  if (assetOrigin() !== '') return reloadWithoutCdn(reload);
  if (!(await refreshPageFiles(CHUNK_LIMIT_MS)) || hasInput() || !reloadOnce(reload))
    throw new Error('The page cannot be loaded with other files');
}
