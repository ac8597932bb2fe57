/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { later, wireAccount } from '@portal/api/testing';
import type { FakeResponses } from '@portal/api/testing';
import { SAMPLE_PDF } from '@portal/catalogue';
import type { Language } from '@portal/contract/language';
import { addMessages, changeLanguage } from '@portal/i18n';
import { session } from '@portal/session';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import de from '../locales/de.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };
import fr from '../locales/fr.json' with { type: 'json' };
import nl from '../locales/nl.json' with { type: 'json' };
import { openPage } from '../testing/open-page.tsx';
import { states } from './signup-page.states.tsx';

const TERMS = 'http://localhost/documents/developer-terms/v2/EN.pdf';
/** No tokens for the session any more. */
const ENDS = { 'POST user/getTokens': { status: 400 } };
const ACCEPTED = { body: { data: { roles: ['developer'] } } };

/** Opens a state with an API whose account has `roles` in turn, the last ones again and again. */
async function openSignUp(state: keyof typeof states, answers: FakeResponses = {}, ...roles: readonly string[][]) {
  const accounts = [[], ...roles].map((each) => ({ body: { data: wireAccount({ roles: each }) } }));
  return await openPage({ ...states[state], answers: { 'GET account/': accounts, ...answers } });
}

const ACCEPT = 'POST account/developer';
const CHECK = 'GET account/';
const box = () => screen.getByRole('checkbox', { name: 'I have read the developer terms and accept them.' });
const viewer = () => screen.findByRole('region', { name: 'Developer terms (PDF)' });
const accept = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Accept' });

/** Accepts the terms, and passes the second before the role is checked again. */
async function acceptAndWait(): Promise<void> {
  jest.useFakeTimers();
  try {
    fireEvent.click(accept());
    await act(() => jest.advanceTimersByTimeAsync(2000));
  } finally {
    jest.useRealTimers();
  }
}

beforeEach(() => {
  for (const method of ['error', 'warn'] as const) jest.spyOn(console, method).mockImplementation(() => undefined);
});

describe('the terms', () => {
  test('are shown in the viewer, with links to the page and to the PDF [T059]', async () => {
    const { sent } = await openSignUp('terms');
    expect((await viewer()).textContent).toContain('Page 1 of 1');
    expect(sent(`GET ${TERMS}`)).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Read as a page' }).getAttribute('href')).toBe('/developer-terms/v2');
    expect(screen.getByRole('link', { name: /Open as PDF/ }).getAttribute('href')).toBe(TERMS);
  });

  test.each<[Language, typeof en, string, number]>([
    ['en', en, 'EN', 0],
    ['de', de, 'EN', 1],
    ['fr', fr, 'FR', 0],
    ['nl', nl, 'NL', 0],
  ])('for readers of %s are in an existing language, with a notice when it is another', async (...row) => {
    const [language, texts, file, notes] = row;
    const { sent } = await openPage(states.terms, language);
    const shown = await screen.findByRole('region', { name: texts.terms.frame });
    expect(sent(`GET ${TERMS.replace('EN', file)}`)).toHaveLength(1);
    expect(shown.lang).toBe(file.toLowerCase());
    expect(screen.queryAllByText(de.terms.otherLanguage)).toHaveLength(notes);
  });

  test.each([
    ['that are missing', { status: 404 }],
    ['that are no PDF', { text: '<!doctype html>' }],
    ['that are truncated', { text: '%PDF-1.7\nwor' }],
  ])('%s cannot be accepted until a retry loads them [T200]', async (_case, answer) => {
    await openPage({ ...states['terms-missing-and-ticked'], pdf: [answer, SAMPLE_PDF] });
    expect((await screen.findByRole('alert')).textContent).toContain('The terms could not be loaded');
    expect(accept().disabled).toBe(true);
    expect(screen.getByText('The terms have to be loaded first.').id).toBe(accept().getAttribute('aria-describedby'));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await viewer();
    expect(accept().disabled).toBe(false);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'Developer terms' }));
  });

  test('that fail to load a second time leave the focus on “Try again”', async () => {
    const { sent } = await openSignUp('terms-missing');
    const again = await screen.findByRole('button', { name: 'Try again' });
    await userEvent.click(again);
    await waitFor(() => expect(sent(`GET ${TERMS}`)).toHaveLength(2));
    await waitFor(() => expect(again.getAttribute('aria-busy')).toBeNull());
    expect(document.activeElement).toBe(again);
  });
});

describe('the acceptance', () => {
  test('needs the ticked box, and says so [T158]', async () => {
    await openSignUp('terms');
    await viewer();
    expect(accept().disabled).toBe(true);
    expect(screen.getByText('Tick the box first.').id).toBe(accept().getAttribute('aria-describedby'));
    await userEvent.click(box());
    expect(accept().disabled).toBe(false);
    expect(screen.queryByText('Tick the box first.')).toBeNull();
    await userEvent.click(box());
    expect(accept().disabled).toBe(true);
  });

  test('sends the address of the terms, checks for the role, and leads on [T159]', async () => {
    const { sent } = await openSignUp('sending', { [ACCEPT]: ACCEPTED }, ['developer']);
    expect(await screen.findByText('At /developer')).toBeTruthy();
    expect(sent(ACCEPT).map(({ body }) => body)).toEqual([{ url: TERMS }]);
    expect(sent(CHECK)).toHaveLength(1);
  });

  test('says why the box cannot be changed while the request runs', async () => {
    const { answer, arrive } = later();
    await openSignUp('sending', { [ACCEPT]: answer }, ['developer']);
    const held = screen.getByRole<HTMLInputElement>('checkbox', { description: 'Your acceptance is being sent.' });
    expect(held.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(held);
    expect(held.checked).toBe(true);
    arrive(ACCEPTED);
    expect(await screen.findByText('At /developer')).toBeTruthy();
  });

  test('covers one document only: in another language the box has to be ticked again', async () => {
    const { sent } = await openSignUp('terms');
    await viewer();
    await userEvent.click(box());
    addMessages('mfe-developer', 'fr', fr);
    await act(() => changeLanguage('fr'));
    await screen.findByRole('region', { name: fr.terms.frame });
    expect(sent(`GET ${TERMS.replace('EN', 'FR')}`)).toHaveLength(1);
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: fr.accept.action }).disabled).toBe(true);
  });

  test('is sent once, however often the button is pressed', async () => {
    const { sent } = await openSignUp('terms', { [ACCEPT]: ACCEPTED }, ['developer']);
    await viewer();
    await userEvent.click(box());
    for (let count = 0; count < 10; count += 1) accept().click();
    await screen.findByText('At /developer');
    expect(sent(ACCEPT)).toHaveLength(1);
  });

  test('finds a delayed role at the second check', async () => {
    const { sent } = await openSignUp('terms', { [ACCEPT]: ACCEPTED }, [], ['developer']);
    await viewer();
    await userEvent.click(box());
    await acceptAndWait();
    expect(await screen.findByText('At /developer')).toBeTruthy();
    expect(sent(CHECK)).toHaveLength(2);
  });

  test('explains a role that is delayed longer, and checks again only on request', async () => {
    const { sent } = await openSignUp('terms', { [ACCEPT]: ACCEPTED }, [], [], [], ['developer']);
    await viewer();
    await userEvent.click(box());
    await acceptAndWait();
    expect(await screen.findByRole('heading', { name: 'Almost there' })).toBeTruthy();
    const again = screen.getByRole('button', { name: 'Check again' });
    expect(document.activeElement).toBe(again);
    expect(sent(CHECK)).toHaveLength(2);
    expect(screen.queryByRole('checkbox')).toBeNull();
    await userEvent.click(again);
    expect(await screen.findByText(/is not there yet/)).toBeTruthy();
    expect(sent(CHECK)).toHaveLength(3);
    await userEvent.click(again);
    expect(await screen.findByText('At /developer')).toBeTruthy();
    expect(sent(ACCEPT)).toHaveLength(1);
  });

  test.each([
    ['an answer without data', { body: {} }],
    ['a server that fails', { status: 500 }],
    ['a refusal', { status: 400, body: { errors: [{ error: 'UNKNOWN_TERMS' }] } }],
  ])('that meets %s raises the notice and keeps the box ticked [T258]', async (_case, answer) => {
    const { sent } = await openSignUp('sending-failed', { [ACCEPT]: answer });
    expect(await screen.findByText('It seems something went wrong.')).toBeTruthy();
    expect(screen.getByText('At /developer/signup')).toBeTruthy();
    expect((box() as HTMLInputElement).checked).toBe(true);
    await waitFor(() => expect(accept().disabled).toBe(false));
    expect(sent(CHECK)).toHaveLength(0);
  });

  test('that meets the end of the session raises no notice: the sign-in page explains it', async () => {
    await openSignUp('sending', { [ACCEPT]: { status: 401 }, ...ENDS });
    await waitFor(() => expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'ended' }));
    await waitFor(() => expect(accept().getAttribute('aria-busy')).toBeNull());
    expect(screen.queryByText('It seems something went wrong.')).toBeNull();
  });

  test('whose check for the role meets the end of the session raises no notice either', async () => {
    const missing = { body: { data: wireAccount({ roles: [] }) } };
    const answers = { [ACCEPT]: ACCEPTED, [CHECK]: [missing, missing, missing, { status: 401 }], ...ENDS };
    await openSignUp('terms', answers);
    await viewer();
    await userEvent.click(box());
    await acceptAndWait();
    await userEvent.click(await screen.findByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'ended' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Check again', busy: false })).toBeTruthy());
    expect(screen.queryByText(/is not there yet/)).toBeNull();
  });

  test('by a user who is already a developer leads on without a notice', async () => {
    const refused = { status: 403, body: { errors: [{ error: 'ALREADY_A_DEVELOPER' }] } };
    await openSignUp('sending', { [ACCEPT]: refused }, ['developer']);
    expect(await screen.findByText('At /developer')).toBeTruthy();
    expect(screen.queryByText('It seems something went wrong.')).toBeNull();
  });
});
