import type { SessionEnvironment, TabLocks } from './environment.ts';

const NAME = 'portal-session';

/** Web Locks exist in secure contexts only; elsewhere the work of this tab alone stands in line. */
function browserLocks(): TabLocks {
  if ('locks' in navigator) {
    return { run: (work) => navigator.locks.request(NAME, work) };
  }
  let last: Promise<unknown> = Promise.resolve();
  return {
    run: (work) => {
      const mine = last.then(work);
      last = mine.catch(() => undefined); // whoever called `run` gets the failure
      return mine;
    },
  };
}

/** The browser's own cookies, locks and channel. */
export function browserEnvironment(): SessionEnvironment {
  const channel = new BroadcastChannel(NAME);
  return {
    cookies: {
      secure: location.protocol === 'https:',
      read: () => document.cookie,
      write: (cookie) => {
        document.cookie = cookie;
      },
    },
    locks: browserLocks(),
    channel: {
      post: (message) => channel.postMessage(message),
      listen: (listener) => {
        const onMessage = ({ data }: MessageEvent<unknown>) => listener(data);
        channel.addEventListener('message', onMessage);
        return () => channel.removeEventListener('message', onMessage);
      },
    },
  };
}
