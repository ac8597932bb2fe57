/*
 * Runs inline in a page of the development server, before any module, because React Refresh must be installed before React's
 * renderer starts.
 */
import { parseInput } from '@portal/contract/parse';
import * as refresh from 'react-refresh/runtime';
import type { BuiltEvent, DevelopmentEvent } from './events.ts';
import { DevelopmentEventSchema, EVENTS_PATH } from './events.ts';
import { startPseudoLocale } from './pseudo-locale.ts';
import { replaceStyles } from './styles.ts';

const builds = new Map<string, BuiltEvent>();
const followers = new Map<string, (hash: string) => void>();

function notifyFollower(event: BuiltEvent): void {
  followers.get(event.part)?.(event.hash);
  void replaceStyles(event.part, event.styles);
}

function receive(event: DevelopmentEvent): void {
  switch (event.kind) {
    case 'built':
      builds.set(event.part, event);
      notifyFollower(event);
      break;
    case 'broken':
      console.error(`${event.part} does not build:\n${event.errors}`);
      break;
    case 'reload':
      window.location.reload();
      break;
  }
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
    events.addEventListener('message', ({ data }: MessageEvent<string>) => {
      receive(parseInput('the development server', DevelopmentEventSchema, JSON.parse(data)));
    });
  }
}

refresh.injectIntoGlobalHook(window);
window.__developmentPage = {
  refresh,
  texts: startPseudoLocale(),
  follow(part, onBuild) {
    followers.set(part, onBuild);
    const known = builds.get(part);
    if (known) notifyFollower(known);
  },
};
document.addEventListener('visibilitychange', listenWhileVisible);
listenWhileVisible();
