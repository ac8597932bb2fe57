/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { later } from '@portal/api/testing';
import type { FakeResponses } from '@portal/api/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { OWN_LOGIN } from '../testing/answers.ts';
import { openPage } from '../testing/open-page.tsx';
import { regionNamed } from '../testing/region.ts';
import { Page } from './account-page.tsx';

const READ = 'GET account/notifications';
const CHANGE = 'PUT account/notifications';
const NO = { body: { data: { consent: false, at: null } } };
const YES = { body: { data: { consent: true, at: '2026-11-26T10:00:00.000Z' } } };
const FAILURE = 'It seems something went wrong.';
const SAVED = 'Your changes were saved successfully.';
const breaks = () => {
  throw new TypeError('Failed to fetch');
};

const section = regionNamed('News by email');
const agree = () =>
  section().getByRole<HTMLInputElement>('switch', { name: 'Send me news by email', description: /take this back/ });
const formatText = ({ textContent }: HTMLElement) => textContent;
const again = () => section().getByRole<HTMLButtonElement>('button', { name: 'Try again' });

async function open(answers: FakeResponses = {}) {
  const page = await openPage(Page, { account: OWN_LOGIN, features: { notifications: true }, answers });
  await section().findByRole('switch');
  return page;
}

beforeEach(() => {
  jest.spyOn(console, 'warn').mockReturnValue();
});

describe('the consent', () => {
  test('is given, and says since when; it is taken back [T121]', async () => {
    const { sent } = await open({ [CHANGE]: [YES, NO] });
    await userEvent.click(agree());
    expect(await screen.findByText(SAVED)).toBeTruthy();
    expect(agree().checked).toBe(true);
    expect(section().getByText('You agreed on 26.11.2026.')).toBeTruthy();
    await userEvent.click(agree());
    await waitFor(() => expect(agree().checked).toBe(false));
    expect(section().queryByText(/You agreed/)).toBeNull();
    expect(sent(CHANGE).map(({ body }) => body)).toEqual([{ consent: true }, { consent: false }]);
  });

  test('says "Changing…" once the call takes over 300 ms', async () => {
    await open({ [CHANGE]: later().answer });
    jest.useFakeTimers();
    act(() => agree().click());
    act(() => jest.advanceTimersByTime(299));
    expect(agree().getAttribute('aria-busy')).toBeNull();
    act(() => jest.advanceTimersByTime(1));
    jest.useRealTimers();
    expect(agree().getAttribute('aria-busy')).toBe('true');
    expect(section().getByRole('status').textContent).toBe('Changing…');
  });
});

describe('a change that fails', () => {
  test('raises the notice, leaves a line with "Try again", and succeeds then', async () => {
    const { sent } = await open({ [CHANGE]: [{ status: 500 }, YES] });
    await userEvent.click(agree());
    expect(await screen.findByText(FAILURE)).toBeTruthy();
    expect(section().getByText('Your choice was not saved.')).toBeTruthy();
    expect(agree().checked).toBe(false);
    await userEvent.click(again());
    await waitFor(() => expect(agree().checked).toBe(true));
    expect(section().queryByText('Your choice was not saved.')).toBeNull();
    expect(document.activeElement).toBe(agree());
    expect(sent(CHANGE)).toHaveLength(2);
  });

  test.each([
    ['was made', [NO, YES], true, []],
    ['was not made', [NO, NO], false, ['Your choice was not saved.']],
    ['cannot be known', [NO, { status: 503 }], false, ['We do not know whether your choice was saved.']],
  ])('without an answer is never sent again; the consent is read: it %s', async (_how, reads, checked, words) => {
    const { sent } = await open({ [READ]: reads, [CHANGE]: breaks });
    await userEvent.click(agree());
    expect(await screen.findByText(FAILURE)).toBeTruthy();
    await waitFor(() => expect(sent(READ)).toHaveLength(2));
    await waitFor(() => expect(agree().checked).toBe(checked));
    await waitFor(() =>
      expect(
        section()
          .queryAllByText(/^(Your choice was|We do not)/)
          .map(formatText),
      ).toEqual(words),
    );
    expect(sent(CHANGE)).toHaveLength(1);
  });
});

describe('a consent that cannot be read', () => {
  const openWith = (read: FakeResponses[string]) =>
    openPage(Page, { account: OWN_LOGIN, features: { notifications: true }, answers: { [READ]: read } });

  test('because it is forbidden leads to the 403 page', async () => {
    await openWith({ status: 403 });
    expect(await screen.findByText('At /forbidden')).toBeTruthy();
  });

  test('says so, and is read again, with the focus on the switch', async () => {
    const { answer, arrive } = later();
    await openWith([{ status: 503 }, answer]);
    expect((await section().findByRole('alert')).textContent).toContain('This could not be loaded');
    expect(screen.getByText(FAILURE)).toBeTruthy();
    await userEvent.click(again());
    expect(section().getByRole('button', { name: 'Trying again…' }).getAttribute('aria-busy')).toBe('true');
    await act(async () => arrive(YES));
    await waitFor(() => expect(agree().checked).toBe(true));
    expect(document.activeElement).toBe(agree());
  });
});
