import { startTestApi } from '@portal/api/testing';
import type { FakeResponse, FakeResponses, wireHub } from '@portal/api/testing';
import { TestPortal } from '@portal/ui/testing';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';

/** What the API answers when a call has done what it should. */
export const DONE: FakeResponse = { body: { data: {} } };

/** The answer of `GET hubs` with these hubs. */
export function hubs(...list: readonly ReturnType<typeof wireHub>[]): FakeResponse {
  return { body: { data: list } };
}

/** An answer that comes when the test says so. */
export function later(): { readonly answer: Promise<FakeResponse>; readonly arrive: (answer: FakeResponse) => void } {
  const { promise, resolve } = Promise.withResolvers<FakeResponse>();
  return { answer: promise, arrive: resolve };
}

/** Renders a page in the test portal, on an API that answers so. Returns the requests, which grow. */
export function openPage(page: ReactNode, answers: FakeResponses) {
  const requests = startTestApi(answers);
  render(<TestPortal path="/settings">{page}</TestPortal>);
  return requests;
}
