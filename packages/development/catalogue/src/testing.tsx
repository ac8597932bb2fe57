import type { FakeRequest } from '@portal/api/testing';
import { FALLBACK_LANGUAGE } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import { act, render } from '@testing-library/react';
import { createHands } from './hands.ts';
import { startState, StateView } from './state.tsx';
import type { State, Texts } from './state.tsx';

interface OpenState {
  /** The calls after the sign-in. */
  readonly requests: readonly FakeRequest[];
  /** Those of one kind: "PUT account/email". */
  sent(call: string): readonly FakeRequest[];
}

/** Opens a state in jsdom, and does what belongs to it. The reads of a first screen have been answered. */
export async function openState(
  state: State,
  texts: Texts,
  language: Language = FALLBACK_LANGUAGE,
): Promise<OpenState> {
  const requests = await startState(state, texts, language);
  await act(async () => render(<StateView state={state} />));
  await state.act?.(createHands());
  return { requests, sent: (call) => requests.filter(({ method, path }) => `${method} ${path}` === call) };
}
