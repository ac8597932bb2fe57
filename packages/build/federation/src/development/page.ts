/*
 * Runs inline in a page of the development server, before any module, because React Refresh must be installed before React's
 * renderer starts.
 */
import { parseInput } from '@portal/contract/parse';
import * as refresh from 'react-refresh/runtime';
import { watchErrors } from './errors.ts';
import type { BuiltEvent, DevelopmentEvent, Problem } from './events.ts';
import { DevelopmentEventSchema, EDITOR_PATH, EVENTS_PATH } from './events.ts';
import { createOverlay } from './overlay.ts';
import { startPseudoLocale } from './pseudo-locale.ts';
import { replaceStyles } from './styles.ts';

const builds = new Map<string, BuiltEvent>();
const followers = new Map<string, (hash: string) => void>();

/** Loads the page anew, without asking about unsaved input: the developer has just asked for the change. */
function reload(): void {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true);
  window.location.reload();
}

const overlay = createOverlay((place) => {
  void fetch(EDITOR_PATH, { method: 'POST', body: JSON.stringify(place) });
});
let ofServer: readonly Problem[] = [];
let ofPage: readonly Problem[] = [];
let hasFailed = false;
let isConnected = true;

const NO_SERVER: Problem = {
  severity: 'warning',
  title: 'This page stays as it is',
  text: 'The development server does not answer. Is "npm run dev" running?',
};

const showProblems = () => overlay.show([...ofServer, ...ofPage, ...(isConnected ? [] : [NO_SERVER])]);

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

function takeBuild(event: BuiltEvent): void {
  const before = builds.get(event.part);
  builds.set(event.part, event);
  const isChange = before !== undefined && before.hash !== event.hash;
  // Only a new page leaves the failure that customers see.
  if (isChange && hasFailed) {
    reload();
    return;
  }
  if (isChange) ofPage = [];
  notifyFollower(event);
}

function receive(event: DevelopmentEvent): void {
  switch (event.kind) {
    case 'built':
      takeBuild(event);
      break;
    case 'problems':
      ofServer = event.problems;
      break;
    case 'reload':
      reload();
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
    events = new EventSource(EVENTS_PATH);
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

refresh.injectIntoGlobalHook(window);
window.__developmentPage = {
  refresh,
  reload,
  texts: startPseudoLocale(),
  follow(part, onBuild) {
    followers.set(part, onBuild);
    const known = builds.get(part);
    if (known) notifyFollower(known);
  },
};
document.addEventListener('visibilitychange', listenWhileVisible);
listenWhileVisible();
