/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { FakeResponse } from '@portal/api/testing';
import { startTestI18n } from '@portal/i18n/testing';
import { later } from '@portal/api/testing';
import { startTestSession } from '@portal/session/testing';
import { act as reactAct, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import en from '../locales/en.json' with { type: 'json' };
import { DONE, openHubs, RELEASE, REQUEST } from '../testing/open-page.tsx';

const FAILURE = 'It seems something went wrong.';

/** The two roles' ways through the prompt. */
const ROLES = [
  {
    role: 'owner',
    serial: '0011',
    call: RELEASE,
    opens: 'Release hub 0011',
    asks: 'Release hub 0011?',
    means:
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
    means: 'The owner gets an email and decides. If the hub is released, it leaves the owner’s account and yours.',
    act: 'Ask for release',
    busy: 'Asking for release…',
    done: 'The owner has been asked by email.',
    word: 'Set by the owner',
  },
] as const;

const trigger = (name: string) => screen.getByRole('button', { name });
const serials = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
const focused = () => document.activeElement;

beforeEach(async () => {
  localStorage.clear();
  await startTestSession();
  await startTestI18n({ 'mfe-hubs': en });
});

describe.each(ROLES)('the prompt of the $role', ({ serial, call, opens, asks, means, act, busy, done, word }) => {
  const group = () => within(screen.getByRole('group', { name: asks }));

  test('explains the action, with Cancel first and focused, and sends nothing by itself [T146]', async () => {
    const { changes } = await openHubs({});
    await userEvent.click(trigger(opens));
    expect(screen.getByRole('group', { name: asks, description: means })).toBeTruthy();
    expect(
      group()
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Cancel', act]);
    expect(focused()).toBe(group().getByRole('button', { name: 'Cancel' }));
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

  test.each(['{Escape}', '{Enter}', ' '])(
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

  test('runs the action once by keyboard, and cannot be closed meanwhile', async () => {
    const { answer, arrive } = later();
    const { changes } = await openHubs({ [call]: answer });
    trigger(opens).focus();
    await userEvent.keyboard('{Enter}{Tab}{Enter}');
    const button = screen.getByRole('button', { name: busy, busy: true });
    expect(focused()).toBe(button);
    await userEvent.keyboard('{Enter}{Escape}');
    const cancel = screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel', description: busy });
    expect(cancel.disabled).toBe(true);
    expect(changes()).toEqual([call]);
    arrive(DONE);
    expect(await screen.findByText(done)).toBeTruthy();
    expect(screen.queryByRole('group')).toBeNull();
    expect(changes()).toEqual([call]);
  });

  test('sends one call, however often and fast the button is clicked', async () => {
    const { answer, arrive } = later();
    const { changes } = await openHubs({ [call]: answer });
    await userEvent.click(trigger(opens));
    const button = group().getByRole('button', { name: act });
    reactAct(() => {
      for (let click = 0; click < 10; click++) button.click();
    });
    expect(await screen.findByRole('button', { name: busy, busy: true })).toBe(button);
    expect(changes()).toEqual([call]);
    arrive(DONE);
    expect(await screen.findByText(done)).toBeTruthy();
    expect(changes()).toEqual([call]);
  });

  test.each<[string, FakeResponse | (() => never)]>([
    ['is refused', { status: 403 }],
    ['finds no hub', { status: 404, body: { errors: [{ error: 'HUB_NOT_FOUND' }] } }],
    ['gets a server error', { status: 503, text: '<h1>Sorry</h1>' }],
    ['is not answered', () => raise(new TypeError('Failed to fetch'))],
    ['is answered with no JSON', { text: '<p>Done</p>' }],
    ['is answered with errors', { body: { data: {}, errors: [{ code: 7 }] } }],
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
});

function raise(error: Error): never {
  throw error;
}
