import { assetOrigin } from '@portal/contract/asset-origin';
import { accessTokenIn } from '@portal/contract/cookies';
import type { PartFailure } from '@portal/contract/failure';
import type { PageData } from '@portal/contract/page';
import type { EarlyReads } from '@portal/contract/page-elements';
import { PAGE_DATA_ID } from '@portal/contract/page-elements';
import { matchesPath } from '@portal/contract/paths';
import { CHUNK_LIMIT_MS, RESPONSE_LIMIT_MS, WAIT_LIMIT_MS } from '@portal/contract/time-limit';
import { reloadWithGoodFiles } from '../cdn-fallback.ts';
import { reportStartFailure, showStartFailure } from '../start-failure.ts';
import { whenVisible } from '../when-visible.ts';

function reportStart(failure: PartFailure, reason: string): void {
  clearTimeout(window.__startTimer);
  const report = () => {
    showStartFailure(new Error(reason));
    reportStartFailure(failure);
  };
  // What is late may still come; else the page is loaded again, and nothing is shown or counted.
  if (failure === 'timed-out' && assetOrigin() === '') report();
  else reloadWithGoodFiles().catch(report);
}

/** The element of the entry script, which comes after this script; those that the shell adds come after it. */
const entryScript = () => document.querySelector<HTMLScriptElement>('script[type="module"]');

/** Starts without the CDN if that has not even sent the entry script; it would be long until the browser gives up. */
function watchAssetOrigin(): void {
  setTimeout(() => {
    const entry = entryScript()?.src ?? '';
    const hasCome = performance.getEntriesByName(entry).length > 0;
    if (assetOrigin() !== '' && !hasCome) reportStart('timed-out', `${entry} has not come in time`);
  }, CHUNK_LIMIT_MS);
}

/**
 * Shows and reports that the shell did not start: its entry script, or a script that it imports, failed or is late.
 * Then no other code runs. A deferred script fails only after the document has been parsed, so this listener is added
 * early enough. A late shell that arrives after all replaces the message.
 */
function watchEntryScript(): void {
  const onError = ({ target }: Event) => {
    // Scripts of parts, which the shell adds later, are its own matter.
    if (target instanceof HTMLScriptElement && target === (entryScript() ?? target))
      whenVisible(() => reportStart('unreachable', `${target.src} could not be loaded`));
  };
  window.addEventListener('error', onError, true);
  whenVisible(() => {
    window.__startTimer = setTimeout(
      () => reportStart('timed-out', 'The shell has not started in time'),
      WAIT_LIMIT_MS,
    );
    watchAssetOrigin();
  });
}

/** Paths, joined by spaces, whose last answer forbade browsers to keep it. */
const NOT_KEPT = 'portal-not-kept';

function notKept(): readonly string[] {
  try {
    return (localStorage.getItem(NOT_KEPT) ?? '').split(' ');
  } catch {
    return []; // without a storage, each visit is like the first one
  }
}

function rememberNotKept(path: string, { headers }: Response): void {
  const others = notKept().filter((each) => each !== path && each !== '');
  const isForbidden = /\bno-store\b/.test(headers.get('cache-control') ?? '');
  try {
    localStorage.setItem(NOT_KEPT, [...others, ...(isForbidden ? [path] : [])].join(' '));
  } catch {
    // The same.
  }
}

/**
 * Runs inline, before any module: starts the session check and the early reads of the route, so that data and code load
 * at the same time. Every page has the same bytes of it.
 */
function startEarlyReads(): void {
  const token = accessTokenIn(document.cookie);
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  if (token === undefined || !text) return;
  // oxlint-disable-next-line no-unsafe-assignment -- the shell validates it later; a schema would be too large for this inline script
  const page: PageData = JSON.parse(text);
  const parts = [page.release.shell, ...Object.values(page.release.remotes)];
  const route = parts
    .flatMap(({ declaration }) => declaration.routes)
    .find(({ path }) => matchesPath(path, window.location.pathname));
  const reads: EarlyReads = {};
  const texts: Record<string, string> = {};
  for (const path of new Set(['account/', ...(route?.reads ?? [])])) {
    const answer = fetch(page.config.apiBaseUrl + path, {
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      redirect: 'error',
      credentials: 'omit',
      // Where the browser has kept nothing, both are the same, but only with the first Chromium remembers that it may
      // ask (the preflight).
      cache: notKept().includes(path) ? 'default' : 'no-cache',
      signal: AbortSignal.timeout(RESPONSE_LIMIT_MS),
    }).then(async (response) => {
      if (response.status !== 200) return response;
      rememberNotKept(path, response);
      // Read at once, so that the first rendering does not have to wait for it.
      texts[path] = await response.text();
      return new Response(texts[path], response);
    });
    answer.catch(() => undefined); // the API client handles the failure when it takes the answer
    reads[path] = answer;
  }
  window.__earlyReads = reads;
  window.__earlyTexts = texts;
  window.__earlyReadsAt = performance.now();
  window.__earlyToken = token;
}

watchEntryScript();
whenVisible(() => {
  try {
    startEarlyReads();
  } catch {
    // The page's data is damaged: the shell says so when it reads it.
  }
});
