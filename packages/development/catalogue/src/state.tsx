import { getAccount } from '@portal/api';
import { fakeFetch, startTestApi, TEST_API, wireAccount } from '@portal/api/testing';
import type { FakeRequest, FakeResponse, FakeResponses } from '@portal/api/testing';
import type { Language } from '@portal/contract/language';
import type { Messages } from '@portal/contract/remote-module';
import { startTestI18n } from '@portal/i18n/testing';
import { session, startSession } from '@portal/session';
import { fakeBrowser, signedInBrowser } from '@portal/session/testing';
import { DocumentOriginsProvider, DocumentViewProvider } from '@portal/ui';
import type { DocumentView } from '@portal/ui';
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
  /** What a request for a PDF is answered; there is none unless given. */
  readonly pdf?: FakeResponses[string];
  /** How documents open, by the configuration: as text unless given. */
  readonly view?: DocumentView;
  /** Other origins that the configuration allows for documents. */
  readonly documentOrigins?: readonly string[];
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

/** A PDF with an empty page. */
export const SAMPLE_PDF: FakeResponse = {
  text: [
    '%PDF-1.7',
    '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
    '2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj',
    '3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]>> endobj',
    'trailer <</Root 1 0 R>>',
    '%%EOF',
  ].join('\n'),
};

/** Answers the page's own requests, which are for PDFs, in place of the web server; `requests` lists them, too. */
function servePdfs(pdf: FakeResponses[string], requests: FakeRequest[]): void {
  const pdfs = fakeFetch({ 'GET pdf': pdf });
  Object.assign(globalThis, {
    async fetch(path: string, init: RequestInit) {
      requests.push({ method: 'GET', path, headers: {}, body: undefined, init });
      const answer = await pdfs.fetch(`${TEST_API}pdf`, init);
      const url = new URL(path, window.location.href).href;
      return { ...answer, url, arrayBuffer: async () => new TextEncoder().encode(await answer.text()).buffer };
    },
  });
}

const NEW_TOKENS = { access_token: 'access-2', refresh_token: 'refresh-2', id_token: 'id-2' };

/** Starts texts, API, PDFs and session. Resolves with the live list of requests after the sign-in. */
export async function startState(
  { account = {}, answers = {}, pdf = BREAKS }: Omit<State, 'Page'>,
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
  servePdfs(pdf, requests);
  dismissNotices();
  return requests;
}

const NO_ORIGINS: readonly string[] = [];

/** The page of a state in the environment of a page, once `startState` has resolved. */
export function StateView({ state }: { readonly state: State }) {
  const { Page, path, route, links, features, view = 'text', documentOrigins = NO_ORIGINS } = state;
  const given = {
    ...(path && { path }),
    ...(route && { route }),
    ...(links && { links }),
    ...(features && { features }),
  };
  return (
    <DocumentOriginsProvider value={documentOrigins}>
      <DocumentViewProvider value={view}>
        <TestPortal {...given}>
          <Page />
        </TestPortal>
      </DocumentViewProvider>
    </DocumentOriginsProvider>
  );
}
