import { type FakeAnswer, type FakeAnswers, startTestApi, type wireHub } from '@portal/api/testing';
import { TestPortal } from '@portal/ui/testing';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';

/** What the API answers when a call has done what it should. */
export const DONE: FakeAnswer = { body: { data: {} } };

/** The answer of `GET hubs` with these hubs. */
export function hubs(...list: readonly ReturnType<typeof wireHub>[]): FakeAnswer {
  return { body: { data: list } };
}

/** An answer that comes when the test says so. */
export function later(): { readonly answer: Promise<FakeAnswer>; readonly arrive: (answer: FakeAnswer) => void } {
  const { promise, resolve } = Promise.withResolvers<FakeAnswer>();
  return { answer: promise, arrive: resolve };
}

/** Renders a page in the test portal, on an API that answers so. Returns the requests, which grow. */
export function openPage(page: ReactNode, answers: FakeAnswers) {
  const requests = startTestApi(answers);
  render(<TestPortal path="/settings">{page}</TestPortal>);
  return requests;
}
