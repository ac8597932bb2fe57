import { startTestApi } from '@portal/api/testing';
import type { FakeResponse, FakeResponses, wireHub } from '@portal/api/testing';
import { dismissNotices, TestPortal } from '@portal/ui/testing';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';

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
