/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { later, wireHub } from '@portal/api/testing';
import { startTestI18n } from '@portal/i18n/testing';
import { session } from '@portal/session';
import { startTestSession, TEST_USER } from '@portal/session/testing';
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import en from '../locales/en.json' with { type: 'json' };
import { DONE, FIRST, GUESTS, hubs, openHubs, RELEASE, REQUEST } from '../testing/open-page.tsx';

const FAILURE = 'It seems something went wrong.';

const trigger = (name: string) => screen.getByRole('button', { name });
const serials = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
const focused = () => document.activeElement;

beforeEach(async () => {
  await startTestSession();
  await startTestI18n({ 'mfe-hubs': en });
});

describe('a released hub', () => {
  async function release(serial: string) {
    await userEvent.click(trigger(`Release hub ${serial}`));
    await userEvent.click(screen.getByRole('button', { name: 'Release hub' }));
    await screen.findByText('Your hub was released successfully.');
  }

  test('leaves the list, and the focus moves to the next row [T148]', async () => {
    await openHubs({ [RELEASE]: DONE });
    await release('0011');
    expect(serials()).toEqual(['0022', '0033']);
    expect(screen.getByText('2 hubs')).toBeTruthy();
    expect(focused()).toBe(trigger('Release hub 0022'));
  });

  test('moves the focus to the heading when it was the last row', async () => {
    await openHubs({ 'GET hubs': hubs(GUESTS, FIRST), [RELEASE]: DONE });
    await release('0011');
    expect(focused()).toBe(screen.getByRole('heading', { name: 'Your hubs' }));
  });

  test('leaves an empty list when it was the only one', async () => {
    await openHubs({ 'GET hubs': hubs(FIRST), [RELEASE]: DONE });
    await release('0011');
    expect(screen.getByRole('heading', { name: 'No hub here yet' })).toBeTruthy();
    expect(focused()).toBe(screen.getByRole('heading', { name: 'Your hubs' }));
  });

  test('does not take the focus from a user who has moved on', async () => {
    const { answer, arrive } = later();
    await openHubs({ [RELEASE]: answer });
    await userEvent.click(trigger('Release hub 0011'));
    await userEvent.click(screen.getByRole('button', { name: 'Release hub' }));
    const elsewhere = screen.getByRole('switch', { name: 'Share hub 0022' });
    elsewhere.focus();
    arrive(DONE);
    await screen.findByText('Your hub was released successfully.');
    expect(focused()).toBe(elsewhere);
  });

  test.each([{}, { code: 3_000_012 }, { data: null }])('stays in the list when the answer is %j', async (body) => {
    jest.spyOn(console, 'warn').mockReturnValue();
    await openHubs({ [RELEASE]: { body } });
    await userEvent.click(trigger('Release hub 0011'));
    await userEvent.click(screen.getByRole('button', { name: 'Release hub' }));
    expect((await screen.findByRole('alert')).textContent).toBe(FAILURE);
    expect(serials()).toContain('0011');
  });
});

describe('after a request to the owner', () => {
  const ASK = 'Ask for release of hub 0033';
  const AGAIN = 'Ask again for release of hub 0033';
  const description = /^Owner asked By email on 22\.11\.2026\. If the owner releases the hub, it leaves this list/;

  async function ask(name: string) {
    await userEvent.click(trigger(name));
    expect(screen.queryByText('Owner asked')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Ask for release' }));
  }
  const reload = async (answers = {}) => {
    cleanup();
    return await openHubs(answers);
  };
  const reminder = () => Object.keys(localStorage).find((name) => name.includes('0033')) ?? '';

  beforeEach(() => {
    localStorage.clear();
    jest.useFakeTimers({
      now: new Date(2026, 10, 22, 12),
      advanceTimers: true,
      doNotFake: ['setTimeout', 'setInterval'],
    });
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  test('the row is normal again, says when, is focused on its button, and can ask again [T149]', async () => {
    const { changes } = await openHubs({ [REQUEST]: [DONE, { status: 503 }] });
    await ask(ASK);
    expect(await screen.findByText('The owner has been asked by email.')).toBeTruthy();
    expect(focused()).toBe(screen.getByRole('button', { name: AGAIN, description }));
    expect(serials()).toEqual(['0011', '0022', '0033']);

    await ask(AGAIN);
    expect((await screen.findByRole('alert')).textContent).toBe(FAILURE);
    expect(screen.getByText('Owner asked')).toBeTruthy();
    expect(changes()).toEqual([REQUEST, REQUEST]);
  });

  test('a reload still shows it, for this hub alone, until another user or a log-out', async () => {
    await openHubs({ [REQUEST]: DONE });
    await ask(ASK);
    await screen.findByText('The owner has been asked by email.');
    await reload();
    expect(screen.getByRole('button', { name: AGAIN, description })).toBeTruthy();
    await reload({ 'GET hubs': hubs({ ...GUESTS, partNumber: 'PN-200' }) });
    expect(trigger(ASK)).toBeTruthy();

    const kept = localStorage.getItem(reminder()) ?? '';
    const name = reminder();
    await startTestSession({ ...TEST_USER, email: 'guest@example.com' });
    await reload();
    expect(trigger(ASK)).toBeTruthy();

    localStorage.setItem(name, kept);
    await startTestSession();
    act(() => session.end('signed-out'));
    await startTestSession();
    await reload();
    expect(trigger(ASK)).toBeTruthy();
  });

  test('a hub that has been activated again since then is not asked for', async () => {
    await openHubs({ [REQUEST]: DONE });
    await ask(ASK);
    await screen.findByText('The owner has been asked by email.');
    await reload({ 'GET hubs': hubs({ ...GUESTS, activationTime: '2026-11-23T12:00:00.000Z' }) });
    expect(trigger(ASK)).toBeTruthy();
  });

  test.each(['', 'yesterday', '2026-13-40T12:00:00.000Z', '2031-01-01T00:00:00.000Z', '<img src=x>'])(
    'what the browser remembers is checked: %j',
    async (text) => {
      await openHubs({ [REQUEST]: DONE });
      await ask(ASK);
      await screen.findByText('The owner has been asked by email.');
      localStorage.setItem(reminder(), text);
      await reload();
      expect(trigger(ASK)).toBeTruthy();
    },
  );

  test('a browser that cannot remember shows it until the page is left', async () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await openHubs({ [REQUEST]: DONE });
    await ask(ASK);
    expect(await screen.findByText('Owner asked')).toBeTruthy();
    await reload();
    expect(trigger(ASK)).toBeTruthy();
  });
});

test('two hubs can be released at the same time', async () => {
  const first = later();
  const second = later();
  await openHubs({ [RELEASE]: first.answer, 'DELETE hubs/0022+PN-100/authorization': second.answer });
  for (const serial of ['0011', '0022']) {
    await userEvent.click(trigger(`Release hub ${serial}`));
    const prompt = within(screen.getByRole('group', { name: `Release hub ${serial}?` }));
    await userEvent.click(prompt.getByRole('button', { name: 'Release hub' }));
  }
  second.arrive({ status: 500 });
  expect((await screen.findByRole('alert')).textContent).toBe(FAILURE);
  first.arrive(DONE);
  expect(await screen.findByText('Your hub was released successfully.')).toBeTruthy();
  expect(serials()).toEqual(['0022', '0033']);
});

test('a change of sharing that ends while the prompt is open shows after it closes', async () => {
  const { answer, arrive } = later();
  await openHubs({ 'PUT hubs/0022+PN-100/settings': answer });
  await userEvent.click(screen.getByRole('switch', { name: 'Share hub 0022' }));
  await userEvent.click(trigger('Release hub 0022'));
  arrive(DONE);
  expect(await screen.findByText('Your changes were saved successfully.')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Share hub 0022' }).checked).toBe(true);
});

test('the release of a hub with a non-numeric serial is sent', async () => {
  const { changes } = await openHubs({
    'GET hubs': hubs(wireHub({ serial: 'A/1' })),
    'DELETE hubs/A%2F1+PN-100/authorization': DONE,
  });
  await userEvent.click(trigger('Release hub A/1'));
  await userEvent.click(screen.getByRole('button', { name: 'Release hub' }));
  expect(await screen.findByText('Your hub was released successfully.')).toBeTruthy();
  expect(changes()).toEqual(['DELETE hubs/A%2F1+PN-100/authorization']);
});
