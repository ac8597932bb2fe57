/** `document.cookie`, as a port. */
export interface CookieJar {
  /** Whether the page came over https, so that its cookies must be `Secure`. */
  readonly secure: boolean;
  readonly host: string;
  /** The path of the page; cookies of other paths cannot be read. */
  path(): string;
  /** All cookies, as "name=value; name=value". */
  read(): string;
  /** Sets one cookie, given with its attributes. In Chromium, other tabs may not see it until this tab has read the cookies again. */
  write(cookie: string): void;
}

/** Mutual exclusion between all tabs of this origin. */
export interface TabLocks {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Messages to the other tabs of this origin. */
export interface TabChannel {
  post(message: unknown): void;
  /** Listens to what other tabs post; the function it returns stops that. */
  listen(listener: (message: unknown) => void): () => void;
}

/** The browser's features that the session uses. */
export interface SessionEnvironment {
  readonly cookies: CookieJar;
  readonly locks: TabLocks;
  readonly channel: TabChannel;
}

const NAME = 'portal-session';

/** Web Locks exist in secure contexts only; elsewhere the queue is limited to this tab. */
function browserLocks(): TabLocks {
  if ('locks' in navigator) {
    return { run: (work) => navigator.locks.request(NAME, work) };
  }
  let last: Promise<unknown> = Promise.resolve();
  return {
    run: (work) => {
      const result = last.then(work);
      last = result.catch(() => undefined); // the caller of `run` gets the failure
      return result;
    },
  };
}

/** The browser's own cookies, locks and channel. */
export function browserEnvironment(): SessionEnvironment {
  const channel = new BroadcastChannel(NAME);
  return {
    cookies: {
      secure: location.protocol === 'https:',
      host: location.hostname,
      path: () => location.pathname,
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
