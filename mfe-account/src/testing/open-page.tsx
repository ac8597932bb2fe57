import { getAccount } from '@portal/api';
import { startTestApi, wireAccount } from '@portal/api/testing';
import type { FakeResponse, FakeResponses } from '@portal/api/testing';
import type { Language } from '@portal/contract/language';
import { startTestI18n } from '@portal/i18n/testing';
import { session, startSession } from '@portal/session';
import { signedInBrowser } from '@portal/session/testing';
import { dismissNotices, TestPortal } from '@portal/ui/testing';
import type { TestPortalProps } from '@portal/ui/testing';
import { act, render } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import de from '../locales/de.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };
import fr from '../locales/fr.json' with { type: 'json' };
import nl from '../locales/nl.json' with { type: 'json' };

const MESSAGES = { en, de, fr, nl };

type Account = Parameters<typeof wireAccount>[0];

/** An account with a password of its own. */
export const OWN_LOGIN: Account = { isBosch: false };

const COUNTRIES: FakeResponse = {
  body: {
    data: [
      { countryCode: 'se', countryName: 'Sweden' },
      { countryCode: 'de', countryName: 'Germany' },
      { countryCode: 'nl', countryName: 'Netherlands' },
      { countryCode: 'zz', countryName: 'GENERIC_INACTIVE_EU' },
    ],
  },
};

/** What the API answers unless a test says otherwise. */
const ANSWERS: FakeResponses = {
  'GET hubs': { body: { data: [] } },
  'PUT account/general': { body: { data: {} } },
  'PUT account/country': { body: { code: 3_000_012 } },
  'PUT account/email': { body: { data: {} } },
  'PUT account/password': { body: { data: {} } },
  'GET account/notifications': { body: { data: { consent: false, at: null } } },
  // No customer service.
  'GET account/staff-access': { status: 404, body: { errors: [{ error: 'NOT_FOUND' }] } },
  'POST account/destroy': { body: { data: {} } },
  'POST user/getTokens': { body: { access_token: 'access-2', refresh_token: 'refresh-2', id_token: 'id-2' } },
};

/** Answer of `GET account/`. */
export function accountResponse(account: Account = {}): FakeResponse {
  return { body: { data: wireAccount(account) } };
}

export interface Opening extends Pick<TestPortalProps, 'path' | 'links' | 'features'> {
  readonly account?: Account;
  readonly answers?: FakeResponses;
  readonly language?: Language;
}

type Tell = (changes: readonly { readonly target: Element; readonly isIntersecting: boolean }[]) => void;
let tellWatcher: Tell = () => undefined;

/** jsdom has no layout: nothing is seen until a test says so. */
class FakeIntersectionObserver {
  constructor(tell: Tell) {
    tellWatcher = tell;
  }
  observe() {}
  disconnect() {}
}

/** Scrolls elements into the view, or out of it. */
export function setSeen(isIntersecting: boolean, ...targets: readonly Element[]): void {
  act(() => tellWatcher(targets.map((target) => ({ target, isIntersecting }))));
}

/** Signs in on a fake API. Resolves with the live list of its requests. */
async function startPortal({ account, answers, language = 'en' }: Opening = {}) {
  await startTestI18n({ 'mfe-account': MESSAGES[language] }, language);
  const environment = signedInBrowser().tab();
  startSession({ cookieDomain: null, environment, loadAccount: getAccount });
  const requests = startTestApi({
    ...ANSWERS,
    'GET account/': accountResponse(account),
    [`GET hc-terms-and-conditions/all?lang=${language}`]: COUNTRIES,
    ...answers,
  });
  await act(() => session.check());
  return requests;
}

/** Opens a page of this remote, signed in; `sent` finds the calls that it sends. */
export async function openPage(Page: ComponentType, opening: Opening = {}) {
  const requests = await startPortal(opening);
  Object.assign(globalThis, { IntersectionObserver: FakeIntersectionObserver });
  const { path = '/account', links, features } = opening;
  const portal = (page: ReactNode) => (
    <TestPortal path={path} {...(links && { links })} {...(features && { features })}>
      {page}
    </TestPortal>
  );
  dismissNotices();
  const { rerender } = render(portal(undefined));
  // Waits for the reads of the first screen, unless a test delays them.
  await act(async () => rerender(portal(<Page />)));
  return { requests, sent: (call: string) => requests.filter(({ method, path: at }) => `${method} ${at}` === call) };
}
