/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { later } from '@portal/api/testing';
import { session } from '@portal/session';
import { act as reactAct, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { DONE, hubs } from '../testing/hubs.ts';
import { FIRST, GUESTS, openHubs, RELEASE, REQUEST } from '../testing/open-page.tsx';

const FAILURE = 'It seems something went wrong.';

/** The two roles' ways through the prompt. */
const ROLES = [
  {
    role: 'owner',
    serial: '0011',
    call: RELEASE,
    opens: 'Release hub 0011',
    asks: 'Release hub 0011?',
    description:
      'It leaves your account, and its guests lose it too. The next person can then activate it. You cannot undo this. ' +
      'Was the bike stolen? Then keep the hub: while it is on your account, nobody else can activate it.',
    act: 'Release hub',
    busy: 'Releasing hub…',
    done: 'Your hub was released successfully.',
    word: 'On',
  },
  {
    role: 'guest',
    serial: '0033',
    call: REQUEST,
    opens: 'Ask for release of hub 0033',
    asks: 'Ask the owner to release hub 0033?',
    description:
      'The owner gets an email and decides. If the hub is released, it leaves the owner’s account and yours.',
    act: 'Ask for release',
    busy: 'Asking for release…',
    done: 'The owner has been asked by email.',
    word: 'Set by the owner',
  },
] as const;

const trigger = (name: string) => screen.getByRole('button', { name });
const serials = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
const focused = () => document.activeElement;

beforeEach(() => localStorage.clear());
// Before the session changes for the next test.
afterEach(cleanup);

describe.each(ROLES)('the prompt of the $role', ({ serial, call, opens, asks, description, act, busy, done, word }) => {
  const group = () => within(screen.getByRole('group', { name: asks }));

  test('explains the action, with Cancel first and focused, and sends nothing by itself [T146]', async () => {
    const { changes } = await openHubs({});
    await userEvent.click(trigger(opens));
    expect(screen.getByRole('group', { name: asks, description })).toBeTruthy();
    const buttons = group().getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Cancel', act]);
    expect(focused()).toBe(buttons[0]);
    expect(changes()).toEqual([]);
  });

  test('replaces the row’s switch by a word, and cannot be opened twice [T153]', async () => {
    await openHubs({});
    await userEvent.click(trigger(opens));
    const row = screen.getAllByRole('row').find(({ textContent }) => textContent?.startsWith(serial));
    expect(row?.textContent).toContain(word);
    expect(screen.queryByRole('switch', { name: `Share hub ${serial}` })).toBeNull();
    expect(screen.queryByRole('button', { name: opens })).toBeNull();
  });

  test.each(['{Escape}', '{Enter}'])(
    'closes on the key "%s", and the focus returns to where it was [T147]',
    async (key) => {
      const { changes } = await openHubs({});
      trigger(opens).focus();
      await userEvent.keyboard('{Enter}');
      await userEvent.keyboard(key);
      expect(screen.queryByRole('group')).toBeNull();
      expect(focused()).toBe(trigger(opens));
      expect(changes()).toEqual([]);
    },
  );

  test('runs the action once, however often it is pressed, and cannot be closed meanwhile', async () => {
    const { answer, arrive } = later();
    const { changes } = await openHubs({ [call]: answer });
    trigger(opens).focus();
    await userEvent.keyboard('{Enter}{Tab}');
    const button = group().getByRole('button', { name: act });
    expect(focused()).toBe(button);
    reactAct(() => {
      for (let click = 0; click < 10; click++) button.click();
    });
    expect(await screen.findByRole('button', { name: busy, busy: true })).toBe(button);
    await userEvent.keyboard('{Enter}{Escape}');
    const cancel = screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel', description: busy });
    expect(cancel.disabled).toBe(true);
    arrive(DONE);
    expect(await screen.findByText(done)).toBeTruthy();
    expect(screen.queryByRole('group')).toBeNull();
    expect(changes()).toEqual([call]);
  });

  test.each([
    ['is refused', { status: 403 }],
    ['is answered with no JSON', { text: '<p>Done</p>' }],
  ])('reports that the call %s; the row returns to normal, with the focus on its button', async (_what, answer) => {
    jest.spyOn(console, 'warn').mockReturnValue();
    const { changes } = await openHubs({ [call]: answer });
    await userEvent.click(trigger(opens));
    await userEvent.click(group().getByRole('button', { name: act }));
    expect((await screen.findByRole('alert')).textContent).toBe(FAILURE);
    expect(serials()).toEqual(['0011', '0022', '0033']);
    expect(focused()).toBe(trigger(opens));
    expect(screen.queryByText('At /forbidden')).toBeNull();
    expect(changes()).toEqual([call]);
  });

  test('raises no notice for a 401 that ends the session: the sign-in page explains it', async () => {
    await openHubs({ [call]: { status: 401 }, 'POST user/getTokens': { status: 400 } });
    await userEvent.click(trigger(opens));
    await userEvent.click(group().getByRole('button', { name: act }));
    await waitFor(() => expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'ended' }));
    // The row is back in its earlier state, so any notice has been raised.
    await waitFor(() => expect(screen.queryByRole('group')).toBeNull());
    expect(screen.queryByText(FAILURE)).toBeNull();
  });
});

describe('a released hub', () => {
  async function release(serial: string) {
    await userEvent.click(trigger(`Release hub ${serial}`));
    await userEvent.click(screen.getByRole('button', { name: 'Release hub' }));
  }
  const released = () => screen.findByText('Your hub was released successfully.');

  test('leaves the list, and the focus moves to the next row [T148]', async () => {
    await openHubs({ [RELEASE]: DONE });
    await release('0011');
    await released();
    expect(serials()).toEqual(['0022', '0033']);
    expect(screen.getByText('2 hubs')).toBeTruthy();
    expect(focused()).toBe(trigger('Release hub 0022'));
  });

  test('leaves an empty list when it was the only one', async () => {
    await openHubs({ 'GET hubs': hubs(FIRST), [RELEASE]: DONE });
    await release('0011');
    await released();
    expect(screen.getByRole('heading', { name: 'No hub here yet' })).toBeTruthy();
    expect(focused()).toBe(screen.getByRole('heading', { name: 'Your hubs' }));
  });

  test('does not take the focus from a user who has moved on', async () => {
    const { answer, arrive } = later();
    await openHubs({ [RELEASE]: answer });
    await release('0011');
    const elsewhere = screen.getByRole('switch', { name: 'Share hub 0022' });
    elsewhere.focus();
    arrive(DONE);
    await released();
    expect(focused()).toBe(elsewhere);
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
  const reload = async (...opening: Parameters<typeof openHubs>) => {
    cleanup();
    return await openHubs(...opening);
  };
  async function openRequested() {
    await openHubs({ [REQUEST]: DONE });
    await ask(ASK);
    await screen.findByText('The owner has been asked by email.');
  }

  beforeEach(() => {
    jest.useFakeTimers({
      now: new Date(2026, 10, 22, 12),
      advanceTimers: true,
      doNotFake: ['setTimeout', 'setInterval'],
    });
  });
  afterEach(() => {
    jest.useRealTimers();
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

  test('a reload still shows it, for this hub alone, as long as it is not activated again; another user does not see it', async () => {
    await openRequested();
    await reload({});
    expect(screen.getByRole('button', { name: AGAIN, description })).toBeTruthy();
    await reload({ 'GET hubs': hubs({ ...GUESTS, partNumber: 'PN-200' }) });
    expect(trigger(ASK)).toBeTruthy();
    await reload({ 'GET hubs': hubs({ ...GUESTS, activationTime: '2026-11-23T12:00:00.000Z' }) });
    expect(trigger(ASK)).toBeTruthy();
    await reload({}, { email: 'guest@example.com' });
    expect(trigger(ASK)).toBeTruthy();
  });

  test.each(['', 'yesterday', '2026-13-40T12:00:00.000Z', '2031-01-01T00:00:00.000Z', '<img src=x>'])(
    'what the browser remembers is checked: %j',
    async (text) => {
      await openRequested();
      const reminder = Object.keys(localStorage).find((name) => name.includes('0033')) ?? '';
      localStorage.setItem(reminder, text);
      await reload({});
      expect(trigger(ASK)).toBeTruthy();
    },
  );
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
