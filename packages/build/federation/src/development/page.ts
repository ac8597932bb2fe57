/*
 * Runs inline in a page of the development server, before any module, because React Refresh must be installed before React's
 * renderer starts. In a page of a released portal, before the part that comes from this server.
 */
import { FALLBACK_LANGUAGE } from '@portal/contract/language';
import { parseInput } from '@portal/contract/parse';
import * as refresh from 'react-refresh/runtime';
import { asReleased } from './as-released.ts';
import { watchErrors } from './errors.ts';
import type { BuiltEvent, DevelopmentEvent, Problem } from './events.ts';
import { DevelopmentEventSchema, EDITOR_PATH, EVENTS_PATH } from './events.ts';
import { reload, restoreInput } from './keep-input.ts';
import { createOverlay } from './overlay.ts';
import type { ChangeListener } from './development-page.ts';
import { mapTexts, startPseudoLocale } from './pseudo-locale.ts';
import { serverAddress } from './server-address.ts';
import { replaceStyles } from './styles.ts';

const builds = new Map<string, BuiltEvent>();
const followers = new Map<string, (hash: string) => void>();

const overlay = createOverlay((place) => {
  void fetch(serverAddress(EDITOR_PATH), { method: 'POST', body: JSON.stringify(place) });
});
let ofServer: readonly Problem[] = [];
let ofPage: readonly Problem[] = [];
let hasFailed = false;
let isConnected = true;
/** The inline script that runs in this page. */
let script: string | undefined;
let isScriptOld = false;
/** Whether the builds are known that there were when the page connected. */
let isUpToDate = false;

const OLD_SCRIPT: Problem = {
  severity: 'warning',
  title: 'This page is older than the sources',
  text: 'Its inline script has changed (shell/src/frame and what that imports), which runs only when a page loads.',
};
const NO_SERVER: Problem = {
  severity: 'warning',
  title: 'This page stays as it is',
  text: 'The development server does not answer. Is "npm run dev" running?',
};

function showProblems(): void {
  const ofConnection = [...(isScriptOld ? [OLD_SCRIPT] : []), ...(isConnected ? [] : [NO_SERVER])];
  overlay.show([...ofServer, ...ofPage, ...ofConnection]);
}

watchErrors({
  onError(problem) {
    if (ofPage.some(({ text }) => text === problem.text)) return;
    ofPage = [...ofPage, problem];
    showProblems();
  },
  onFailure() {
    hasFailed = true;
  },
});

function notifyFollower(event: BuiltEvent): void {
  followers.get(event.part)?.(event.hash);
  void replaceStyles(event.part, event.styles);
}

/** The page contains the routes of the declarations; and it leaves the failure that customers see only for a new page. */
function findReloadReason(before: BuiltEvent | undefined, { part, hash, declaration }: BuiltEvent): string | undefined {
  if (!before) return isUpToDate ? `${part} is new` : undefined;
  if (before.declaration !== declaration) return `the declaration of ${part} has changed`;
  return hasFailed && before.hash !== hash ? 'the page had failed' : undefined;
}

function takeBuild(event: BuiltEvent): void {
  const { part, hash, texts } = event;
  const before = builds.get(part);
  builds.set(part, event);
  const reason = findReloadReason(before, event);
  if (reason !== undefined) {
    reload(reason);
    return;
  }
  if (before && before.hash !== hash) ofPage = [];
  if (before && JSON.stringify(before.texts) !== JSON.stringify(texts))
    changeListener.onDeclared(part, inPseudo(texts));
  notifyFollower(event);
}

function takeScript(hash: string): void {
  script ??= hash;
  isScriptOld = script !== hash;
}

function receive(event: DevelopmentEvent): void {
  switch (event.kind) {
    case 'built':
      takeBuild(event);
      break;
    case 'problems':
      ofServer = event.problems;
      isUpToDate = true;
      break;
    case 'script':
      takeScript(event.hash);
      break;
  }
  showProblems();
}

let events: EventSource | undefined;

/**
 * A hidden page does not listen, because browsers allow few connections to one server. It catches up when it is visible
 * again.
 */
function listenWhileVisible(): void {
  if (document.visibilityState === 'hidden') {
    events?.close();
    events = undefined;
  } else if (!events) {
    events = new EventSource(serverAddress(EVENTS_PATH));
    for (const type of ['open', 'error'])
      events.addEventListener(type, () => {
        isConnected = type === 'open';
        showProblems();
      });
    events.addEventListener('message', ({ data }: MessageEvent<string>) => {
      receive(parseInput('the development server', DevelopmentEventSchema, JSON.parse(data)));
    });
  }
}

const toPseudo = startPseudoLocale();
const catalogues = new Set<string>();
const reloadForText = () => reload('a released shell does not take over texts');
let changeListener: ChangeListener = {
  onMessages: reloadForText,
  onDeclared: reloadForText,
  onReplaced: () => reload('a released shell does not take over functions'),
};

const inPseudo = (texts: BuiltEvent['texts']): BuiltEvent['texts'] =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, { ...text, en: toPseudo(text.en) }]));

let canRefresh = false;
refresh.injectIntoGlobalHook(window);
const hook = window.__REACT_DEVTOOLS_GLOBAL_HOOK__;
const inject = hook?.inject;
if (hook)
  hook.inject = (renderer) => {
    canRefresh ||= 'scheduleRefresh' in renderer;
    return inject?.(renderer);
  };
window.__developmentPage = {
  refresh,
  canRefresh: () => canRefresh,
  reload,
  texts(namespace, language, messages) {
    const shown = language === FALLBACK_LANGUAGE ? mapTexts(messages, toPseudo) : messages;
    const catalogue = `${namespace} ${language}`;
    if (catalogues.has(catalogue)) changeListener.onMessages(namespace, language, shown);
    catalogues.add(catalogue);
    return shown;
  },
  replaced: () => changeListener.onReplaced(),
  asReleased,
  followChanges(listener) {
    changeListener = listener;
  },
  follow(part, onBuild) {
    followers.set(part, onBuild);
    const known = builds.get(part);
    if (known) notifyFollower(known);
  },
};
restoreInput();
document.addEventListener('visibilitychange', listenWhileVisible);
listenWhileVisible();
