import { startSignedIn } from '../support/portal.ts';
import { WITHOUT_READ } from './api-faults.ts';
import type { Expectation, Fault, Remote, Surface } from './cell.ts';
import { PAGE_ERROR, NOTICE, PDF_AS_TEXT, SIGN_IN, UNHARMED, withOfflineMessage } from './expectations.ts';
import { waitForFiles } from './server-faults.ts';

const DAY_MS = 86_400_000;
const isFirstOrAction = ({ kind }: Surface) => kind !== 'navigation';

const CLOCKS = Object.entries({ ahead: DAY_MS, behind: -DAY_MS }).map(([way, shift]): Fault => ({
  name: `clock, a day ${way}`,
  fromTheStart: true,
  applies: isFirstOrAction,
  expects: () => UNHARMED,
  async begin(cell) {
    await cell.page.clock.install({ time: Date.now() + shift });
    cell.met += 1;
  },
  end: async () => {},
}));

/** What runs in the page before its own scripts. */
const STORAGES: Readonly<Record<string, () => void>> = {
  'storage, blocked': () => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The storage is blocked', 'SecurityError');
        },
      });
  },
  'storage, full': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
    };
  },
};

const STORAGE_FAULTS = Object.entries(STORAGES).map(([name, script]): Fault => ({
  name,
  fromTheStart: true,
  applies: isFirstOrAction,
  expects: () => UNHARMED,
  async begin(cell) {
    await cell.page.addInitScript(script);
    cell.met += 1;
  },
  end: async () => {},
}));

const COOKIES_BLOCKED: Fault = {
  name: 'cookies, blocked',
  fromTheStart: true,
  applies: ({ kind, remote }) => kind === 'first screen' && remote !== 'legal',
  expects: () => SIGN_IN,
  async begin(cell) {
    await cell.page.context().clearCookies();
    cell.met += 1;
  },
  async end({ page, portal, person }) {
    await startSignedIn(page.context(), portal.url, person.email);
  },
};

/** The idle tab has fetched the pages that the header leads to, but not what they read. */
const OFFLINE_NAVIGATION: Readonly<Record<Remote, Expectation>> = {
  ...WITHOUT_READ,
  legal: PAGE_ERROR,
};

const OFFLINE_MEANS: Readonly<Record<Surface['kind'], (surface: Surface) => Expectation>> = {
  'first screen': () => PAGE_ERROR,
  navigation: ({ remote }) => withOfflineMessage(OFFLINE_NAVIGATION[remote]),
  action: ({ remote }) => withOfflineMessage(remote === 'legal' ? PDF_AS_TEXT : NOTICE),
};

const OFFLINE: Fault = {
  name: 'network, offline and back',
  applies: () => true,
  expects: (surface) => OFFLINE_MEANS[surface.kind](surface),
  async begin(cell, { kind, remote }) {
    if (kind === 'navigation') {
      if (remote !== 'legal') await waitForFiles(cell, remote);
      await cell.page.waitForLoadState('networkidle');
    }
    await cell.page.context().setOffline(true);
    cell.met += 1;
  },
  async end({ page }) {
    await page.context().setOffline(false);
  },
};

export const BROWSER_FAULTS: readonly Fault[] = [...CLOCKS, ...STORAGE_FAULTS, COOKIES_BLOCKED, OFFLINE];
