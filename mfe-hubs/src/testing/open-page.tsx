import { startTestApi, wireHub } from '@portal/api/testing';
import type { FakeResponse, FakeResponses } from '@portal/api/testing';
import type { OutwardLinks } from '@portal/ui';
import { dismissNotices, TestPortal } from '@portal/ui/testing';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Page } from '../pages/settings-page.tsx';

/** The API's answer to a call that succeeded. */
export const DONE: FakeResponse = { body: { data: {} } };

/** The answer of `GET hubs` with these hubs. */
export function hubs(...list: readonly ReturnType<typeof wireHub>[]): FakeResponse {
  return { body: { data: list } };
}

/** Renders a page in the test portal with a fake API. Returns the live list of its requests. */
export function openPage(page: ReactNode, answers: FakeResponses, links: OutwardLinks = {}, path = '/settings') {
  const requests = startTestApi(answers);
  dismissNotices();
  render(
    <TestPortal path={path} links={links}>
      {page}
    </TestPortal>,
  );
  return requests;
}

/** The hubs of the page that `openHubs` opens: two as owner, one as guest. */
export const FIRST = wireHub({ serial: '0011', sharingMode: 'public' });
const SECOND = wireHub({ serial: '0022', type: 'CUI100' });
export const GUESTS = wireHub({ serial: '0033', role: 'guest' });
/** The release of the first hub, and the request to release the last one. */
export const RELEASE = 'DELETE hubs/0011+PN-100/authorization';
export const REQUEST = 'GET hubs/0033+PN-100/release';

/** Opens the table of hubs; `changes` lists the calls after the first one. */
export async function openHubs(answers: FakeResponses) {
  const requests = openPage(<Page />, { 'GET hubs': hubs(FIRST, SECOND, GUESTS), ...answers });
  await screen.findByRole('table');
  return {
    changes: () => requests.map(({ method, path }) => `${method} ${path}`).filter((call) => call !== 'GET hubs'),
  };
}
