/** `document.cookie`, as a port. */
export interface CookieJar {
  /** Whether the page came over https, so that its cookies must be `Secure`. */
  readonly secure: boolean;
  readonly host: string;
  /** The path of the page; cookies of other paths cannot be read. */
  path(): string;
  /** All cookies, as "name=value; name=value". */
  read(): string;
  /**
   * Sets one cookie, given with its attributes. In Chromium, other tabs may not see it until this tab has read the
   * cookies again.
   */
  write(cookie: string): void;
}

/** `navigator.locks`, as a port: exclusive locks of all tabs of this origin. */
export interface TabLocks {
  /** Rejects with an `AbortError` if the lock is taken away by `steal`; the work goes on. */
  request<Result>(name: string, options: { readonly steal?: boolean }, work: () => Promise<Result>): Promise<Result>;
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
    return { request: (name, options, work) => navigator.locks.request(name, options, work) };
  }
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_name, _options, work) => {
      const result = last.then(work);
      last = result.catch(() => undefined); // the caller gets the failure
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
