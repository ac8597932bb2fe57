import type { User } from '@portal/contract/user';
import type { CookieJar, SessionEnvironment } from './environment.ts';
import { fakeLocks } from './fake-locks.ts';
import { session, startSession } from './session.ts';
import type { Tokens } from './tokens.ts';

/** A user to test with; single sign-on, from Germany, not a developer. */
export const TEST_USER: User = {
  firstName: 'Olivia',
  lastName: 'Owner',
  email: 'owner@example.com',
  roles: [],
  usesSingleSignOn: true,
  language: 'en',
  country: 'de',
  lastSeen: null,
};

/** Tokens number `n`: "access-1", "refresh-1", "id-1". */
export function testTokens(n: number): Tokens {
  return { accessToken: `access-${n}`, refreshToken: `refresh-${n}`, idToken: `id-${n}` };
}

/** What browsers keep of a cookie: more, in name and value, and they drop it. */
const COOKIE_BYTES = 4096;

/**
 * A cookie jar of a page at `path` that supports names, values, `Domain`, `Path` and `Max-Age=0`, and drops what is too
 * long. `written` lists the written texts.
 */
export function fakeCookies(
  secure = false,
  path = () => '/',
): CookieJar & { readonly written: string[]; count(): number } {
  const values = new Map<string, { readonly pair: string; readonly at: string }>();
  const written: string[] = [];
  return {
    secure,
    written,
    host: 'portal.example.com',
    path,
    count: () => values.size,
    read: () => {
      const here = [...values.values()].filter(
        ({ at }) => at === '/' || `${path()}/`.startsWith(at.replace(/\/?$/, '/')),
      );
      return here.map(({ pair }) => pair).join('; ');
    },
    write: (cookie) => {
      written.push(cookie);
      const [pair = '', ...attributes] = cookie.split('; ');
      const domain = attributes.find((attribute) => attribute.startsWith('Domain='));
      const at = attributes.find((attribute) => attribute.startsWith('Path='))?.slice('Path='.length) ?? '/';
      const key = `${pair.slice(0, pair.indexOf('='))} ${domain ?? ''} ${at}`;
      if (pair.length - 1 > COOKIE_BYTES) return;
      if (attributes.includes('Max-Age=0')) values.delete(key);
      else values.set(key, { pair, at });
    },
  };
}

/** The environment of a tab that can be suspended: it hears messages and gets locks only when it is awake again. */
interface FakeTab extends SessionEnvironment {
  suspend(): void;
  wake(): void;
}

/**
 * A browser with one cookie jar; each `tab()` is the environment of another tab of it. As in Chromium, other tabs may
 * not see what a tab has written until that tab reads.
 */
export function fakeBrowser(options: { readonly secure?: boolean; readonly path?: () => string } = {}): {
  readonly cookies: ReturnType<typeof fakeCookies>;
  tab(): FakeTab;
} {
  const stored = fakeCookies(options.secure, options.path);
  const unstored = new Set<string[]>();
  const store = (writes: string[]) => {
    for (const cookie of writes.splice(0)) stored.write(cookie);
  };
  const storeAll = () => {
    for (const writes of unstored) store(writes);
  };
  const listeners = new Map<object, Set<(message: unknown) => void>>();
  const locks = fakeLocks();
  return {
    cookies: {
      ...stored,
      count: () => {
        storeAll();
        return stored.count();
      },
      get written() {
        storeAll();
        return stored.written;
      },
      read: () => {
        storeAll();
        return stored.read();
      },
      write: (cookie) => {
        storeAll();
        stored.write(cookie);
      },
    },
    tab() {
      const mine = new Set<(message: unknown) => void>();
      const tab = {};
      const writes: string[] = [];
      /** What a suspended tab has to do when it wakes. */
      let missed: (() => void)[] | undefined;
      const whenAwake = (act: () => void) => {
        if (missed) missed.push(act);
        else act();
      };
      listeners.set(tab, mine);
      unstored.add(writes);
      return {
        cookies: {
          ...stored,
          read: () => {
            store(writes);
            return stored.read();
          },
          write: (cookie) => writes.push(cookie),
        },
        suspend: () => {
          missed = [];
        },
        wake: () => {
          const acts = missed ?? [];
          missed = undefined;
          for (const act of acts) act();
        },
        locks: locks.of(whenAwake),
        channel: {
          post: (message) => {
            for (const [other, heard] of listeners) if (other !== tab) for (const listener of heard) listener(message);
          },
          listen: (listener) => {
            const hear = (message: unknown) => whenAwake(() => listener(message));
            mine.add(hear);
            return () => mine.delete(hear);
          },
        },
      };
    },
  };
}

/** A browser with the tokens number 1 in its cookies. */
export function signedInBrowser(): ReturnType<typeof fakeBrowser> {
  const browser = fakeBrowser();
  browser.cookies.write('access_token=access-1; Path=/');
  browser.cookies.write('refresh_token=refresh-1; Path=/');
  return browser;
}

/**
 * Starts the portal's session with `user` signed in, or signed out for null, and no API behind it; `checkAgain` answers
 * the checks that come later.
 */
export async function startTestSession(
  user: User | null = TEST_USER,
  checkAgain: () => Promise<User> = async () => user ?? TEST_USER,
): Promise<void> {
  const environment = fakeBrowser().tab();
  if (user !== null) environment.cookies.write('access_token=access-1; Path=/');
  startSession({
    cookieDomain: null,
    environment,
    requestTokens: async () => testTokens(2),
    loadAccount: async () => (session.getState().status === 'checking' ? (user ?? TEST_USER) : await checkAgain()),
  });
  await session.check();
}
