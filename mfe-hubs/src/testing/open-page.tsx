import { startTestApi, wireHub } from '@portal/api/testing';
import type { FakeResponse, FakeResponses } from '@portal/api/testing';
import { dismissNotices, TestPortal } from '@portal/ui/testing';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Page } from '../pages/settings-page.tsx';

/** What the API answers when a call has done what it should. */
export const DONE: FakeResponse = { body: { data: {} } };

/** The answer of `GET hubs` with these hubs. */
export function hubs(...list: readonly ReturnType<typeof wireHub>[]): FakeResponse {
  return { body: { data: list } };
}

/** Renders a page in the test portal, on an API that answers so. Returns the requests, which grow. */
export function openPage(page: ReactNode, answers: FakeResponses) {
  const requests = startTestApi(answers);
  dismissNotices();
  render(<TestPortal path="/settings">{page}</TestPortal>);
  return requests;
}

/** The hubs of the page that `openHubs` opens: two of one's own, and a guest's. */
export const FIRST = wireHub({ serial: '0011', sharingMode: 'public' });
const SECOND = wireHub({ serial: '0022', type: 'CUI100' });
export const GUESTS = wireHub({ serial: '0033', role: 'guest' });
/** The release of the first one, and the request for that of the last. */
export const RELEASE = 'DELETE hubs/0011+PN-100/authorization';
export const REQUEST = 'GET hubs/0033+PN-100/release';

/** Opens the table of hubs; `changes` are the calls that came after the list. */
export async function openHubs(answers: FakeResponses) {
  const requests = openPage(<Page />, { 'GET hubs': hubs(FIRST, SECOND, GUESTS), ...answers });
  await screen.findByRole('table');
  return {
    changes: () => requests.map(({ method, path }) => `${method} ${path}`).filter((call) => call !== 'GET hubs'),
  };
}
