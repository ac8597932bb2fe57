import { getAccount } from '@portal/api';
import { startTestApi, wireAccount } from '@portal/api/testing';
import type { FakeRequest, FakeResponses } from '@portal/api/testing';
import type { Language } from '@portal/contract/language';
import type { Messages } from '@portal/contract/remote-module';
import { startTestI18n } from '@portal/i18n/testing';
import { session, startSession } from '@portal/session';
import { fakeBrowser, signedInBrowser } from '@portal/session/testing';
import { DocumentViewProvider } from '@portal/ui';
import { dismissNotices, TestPortal } from '@portal/ui/testing';
import type { TestPortalProps } from '@portal/ui/testing';
import type { ComponentType } from 'react';
import type { Hands } from './hands.ts';

/** A page or a component, and all that it gets from outside. */
export interface State extends Pick<TestPortalProps, 'path' | 'route' | 'links' | 'features'> {
  readonly Page: ComponentType;
  /** What differs from the account of `wireAccount`; null for a visitor. */
  readonly account?: Parameters<typeof wireAccount>[0] | null;
  /** What the API answers; it has no other answers. */
  readonly answers?: FakeResponses;
  /** What a person does to get there. */
  readonly act?: (hands: Hands) => Promise<void>;
}

/** Of a module `NAME.states.tsx`; each state has a name in kebab-case. */
export type States = Readonly<Record<string, State>>;

/** Texts by namespace. */
export type Texts = Readonly<Record<string, Messages>>;

/** An answer that never comes. */
export const NEVER = () => new Promise<never>(() => undefined);

/** A connection that breaks. */
export const BREAKS = (): never => {
  throw new TypeError('Failed to fetch');
};

const NEW_TOKENS = { access_token: 'access-2', refresh_token: 'refresh-2', id_token: 'id-2' };

/** Starts texts, API and session. Resolves with the live list of requests after the sign-in. */
export async function startState(
  { account = {}, answers = {} }: Omit<State, 'Page'>,
  texts: Texts,
  language: Language,
): Promise<readonly FakeRequest[]> {
  await startTestI18n(texts, language);
  const requests = startTestApi({
    'GET account/': { body: { data: wireAccount(account ?? {}) } },
    'POST user/getTokens': { body: NEW_TOKENS },
    ...answers,
  });
  const browser = account === null ? fakeBrowser() : signedInBrowser();
  startSession({ cookieDomain: null, environment: browser.tab(), loadAccount: getAccount });
  await session.check();
  requests.length = 0;
  dismissNotices();
  return requests;
}

/** The page of a state in the environment of a page, once `startState` has resolved. */
export function StateView({ state: { Page, path, route, links, features } }: { readonly state: State }) {
  const given = {
    ...(path && { path }),
    ...(route && { route }),
    ...(links && { links }),
    ...(features && { features }),
  };
  return (
    <DocumentViewProvider value="text">
      <TestPortal {...given}>
        <Page />
      </TestPortal>
    </DocumentViewProvider>
  );
}
