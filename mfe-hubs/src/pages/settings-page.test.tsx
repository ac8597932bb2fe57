/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { later } from '@portal/api/testing';
import type { FakeResponses } from '@portal/api/testing';
import { formatDate } from '@portal/i18n';
import { session } from '@portal/session';
import { stubDialogs } from '@portal/ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { DONE, hubs } from '../testing/hubs.ts';
import { openPage } from '../testing/open-page.tsx';
import { GUESTS, PHONE, SHARED, states } from './settings-page.states.tsx';

const CHANGE = 'PUT hubs/0052913377+PN-100/settings';

/** The page with answers that no state has. */
const open = async (answers: FakeResponses) => (await openPage({ ...states['owner-and-guest'], answers })).requests;

const sharing = (serial: string) => screen.findByRole('switch', { name: `Share hub ${serial}` });

const lead = () => shownTexts('.page-head__lead');
const sharingDescription = () => shownTexts('.hubs-sharing-description');
/** Without the other texts, whose space is reserved. */
const shownTexts = (where: string) =>
  [...document.querySelectorAll(`${where} .reserved > :not([aria-hidden], :has(.skeleton))`)].map(
    ({ textContent }) => textContent,
  );

describe('the introduction', () => {
  const OWNERS = [
    'If you switch sharing off, nobody new can become a guest. Guests who are already there keep the hub.',
  ];
  const mine = SHARED;
  const odd = { ...SHARED, role: 'tester' };
  test.each([
    ['an owner', [mine], /^These are the hubs on your account\. Share one .+, or release it/, OWNERS],
    [
      'a guest',
      [GUESTS],
      /^You are a guest of these hubs\./,
      ['If sharing is off, nobody new can become a guest. You keep the hub.'],
    ],
    ['an owner who is also a guest', [GUESTS, mine], /where you are a guest, the owner decides/, OWNERS],
    ['somebody without a hub', [], /^Your hubs appear here: those that you activate in the app/, []],
    ['somebody whose role cannot be read', [odd], /^Here you manage the hubs on your account/, []],
  ])('fits %s, and says what sharing means for guests [T047]', async (_who, list, intro, means) => {
    jest.spyOn(console, 'warn').mockReturnValue();
    await open({ 'GET hubs': { body: { data: list } } });
    await waitFor(() => expect(lead()).toEqual([expect.stringMatching(intro)]));
    expect(sharingDescription()).toEqual(means);
  });
});

describe('the list', () => {
  test('greets the user, says that it loads, and shows the hubs [T046]', async () => {
    const { answer, arrive } = later();
    await open({ 'GET hubs': answer });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hello, Olivia');
    expect(lead()).toEqual([]);
    expect(screen.getByText('Loading your hubs…')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    arrive(hubs(SHARED, PHONE, GUESTS));

    const table = within(await screen.findByRole('table', { name: 'Your hubs' }));
    expect(lead()).toEqual([expect.stringMatching(/^These are the hubs on your account\. You can share/)]);
    expect(screen.getByText('3 hubs')).toBeTruthy();
    expect(screen.queryByText('Loading your hubs…')).toBeNull();
    const texts = table.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
    expect(texts).toEqual([
      ['Serial number', 'Added on', 'Type', 'Your role', 'Sharing', 'Release'],
      ['0041208731', '14.03.2026', 'Hub', 'Owner', 'On', 'DetailsRelease'],
      ['0052913377', '09.03.2025', 'Smartphone hub', 'Owner', 'Off', 'DetailsRelease'],
      ['0039071554', '09.03.2025', 'Rear light', 'Guest', 'OnSet by the owner', 'DetailsAsk for release'],
    ]);
  });

  test('greets somebody without a name', async () => {
    await openPage(states['without-a-name']);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hello');
  });

  test.each([
    ['sharingMode', ['0041208731', '14.03.2026', 'Hub', 'Owner', 'Unknown', 'DetailsRelease']],
    ['activationTime', ['0041208731', 'Unknown', 'Hub', 'Owner', 'On', 'DetailsRelease']],
    ['type', ['0041208731', '14.03.2026', 'Unknown', 'Owner', 'On', 'DetailsRelease']],
    ['role', ['0041208731', '14.03.2026', 'Hub', 'Unknown', 'On', 'Details']],
    ['partNumber', ['0041208731', '14.03.2026', 'Hub', 'Owner', 'On', 'Details']],
  ])('shows a hub whose %s cannot be read, without the actions that need it', async (field, cells) => {
    jest.spyOn(console, 'warn').mockReturnValue();
    const odd = { ...SHARED, [field]: { odd: true } };
    await open({ 'GET hubs': hubs(odd, PHONE) });
    const row = await screen.findByRole('row', { name: /^0041208731/ });
    expect([...row.children].map(({ textContent }) => textContent)).toEqual(cells);
    expect(screen.getByRole('row', { name: /^0052913377/ })).toBeTruthy();
    const hasSwitch = !['sharingMode', 'role', 'partNumber'].includes(field);
    expect(screen.getAllByRole('switch')).toHaveLength(hasSwitch ? 2 : 1);
  });

  test('says when there is no hub, offers the app, and can load again', async () => {
    await openPage(states['no-hub']);
    expect(await screen.findByRole('heading', { name: 'No hub here yet' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open the app' }).getAttribute('href')).toBe('https://app.example.com/');
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByRole('table')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your hubs' }));
  });

  test('says when it could not be loaded, and can try again', async () => {
    const { answer, arrive } = later();
    await open({ 'GET hubs': [{ status: 503 }, answer] });
    expect(await screen.findByRole('heading', { name: 'Your hubs could not be loaded' })).toBeTruthy();
    expect(screen.getByText('It seems something went wrong.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByRole('button', { name: 'Trying again…', busy: true })).toBe(document.activeElement);
    arrive(hubs(SHARED));
    expect(await screen.findByRole('table')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your hubs' }));
  });

  test('that ends the session raises no notice: the sign-in page explains it', async () => {
    await open({ 'GET hubs': { status: 401 }, 'POST user/getTokens': { status: 400 } });
    expect(await screen.findByRole('heading', { name: 'Your hubs could not be loaded' })).toBeTruthy();
    expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'ended' });
    expect(screen.queryByText('It seems something went wrong.')).toBeNull();
  });

  test('leads to the 403 page when the API forbids it [T076]', async () => {
    await open({ 'GET hubs': { status: 403 } });
    expect(await screen.findByText('At /forbidden')).toBeTruthy();
  });
});

describe('sharing', () => {
  test('is switched on by the owner, and reports that it is saved [T260]', async () => {
    const requests = await open({ 'GET hubs': hubs(PHONE), [CHANGE]: DONE });
    await userEvent.click(await sharing('0052913377'));
    expect(await screen.findByText('Your changes were saved successfully.')).toBeTruthy();
    expect(screen.getByRole('switch', { checked: true })).toBe(await sharing('0052913377'));
    expect(requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { sharingMode: 'public' },
    ]);
  });

  test('is explained at its switch, and once more when it is switched off', async () => {
    await open({ 'GET hubs': hubs(SHARED), 'PUT hubs/0041208731+PN-100/settings': DONE });
    const described = { checked: true, description: /Guests who are already there keep the hub/ };
    await userEvent.click(await screen.findByRole('switch', described));
    const word = await screen.findByText('Guests who are already there keep the hub.');
    await userEvent.click(screen.getByRole('switch', { checked: false }));
    await waitFor(() => expect(word.isConnected).toBe(false));
  });

  test('sends one call, however often and fast the switch is clicked, and can be changed again afterwards', async () => {
    const requests = await open({ 'GET hubs': hubs(PHONE), [CHANGE]: DONE });
    const changes = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    const control = await sharing('0052913377');
    act(() => {
      for (let click = 0; click < 10; click++) control.click();
    });
    await waitFor(() => expect(screen.getByRole('switch', { checked: true })).toBe(control));
    expect(changes()).toEqual([{ sharingMode: 'public' }]);
    await userEvent.click(control);
    await waitFor(() => expect(screen.getByRole('switch', { checked: false })).toBe(control));
    expect(changes()).toEqual([{ sharingMode: 'public' }, { sharingMode: 'off' }]);
  });

  test('stays unchanged when the change fails, and says so until a retry succeeds [T151]', async () => {
    const { answer, arrive } = later();
    const put = 'PUT hubs/0041208731+PN-100/settings';
    await open({ 'GET hubs': hubs(SHARED), [put]: [{ status: 500 }, { status: 500 }, answer] });
    await userEvent.click(await sharing('0041208731'));
    expect((await screen.findByRole('alert')).textContent).toBe('It seems something went wrong.');
    expect(screen.getByRole('switch', { checked: true, busy: false })).toBeTruthy();
    expect(screen.getByText('On')).toBeTruthy();
    const retry = () => screen.getByRole('button', { name: 'Try again to change the sharing of hub 0041208731' });
    await userEvent.click(retry());
    expect(await screen.findAllByText('Sharing was not changed.')).toHaveLength(1);
    await userEvent.click(retry());
    expect(document.activeElement).toBe(retry());
    arrive(DONE);
    const control = await screen.findByRole('switch', { checked: false });
    expect(screen.queryByText('Sharing was not changed.')).toBeNull();
    expect(document.activeElement).toBe(control);
  });

  test.each(['null', '{"errors":[{"code":1}]}'])('stays unchanged when the answer is %j, and says so', async (text) => {
    jest.spyOn(console, 'warn').mockReturnValue();
    await open({ 'GET hubs': hubs(PHONE), [CHANGE]: { text } });
    await userEvent.click(await sharing('0052913377'));
    expect(await screen.findByText('It seems something went wrong.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('switch', { busy: false }).checked).toBe(false);
  });

  test('says "Changing…" once the call takes over 300 ms, and ignores presses meanwhile [T150]', async () => {
    const { answer, arrive } = later();
    const requests = await open({ 'GET hubs': hubs(PHONE), [CHANGE]: answer });
    const control = await sharing('0052913377');
    jest.useFakeTimers();
    try {
      act(() => control.click());
      act(() => jest.advanceTimersByTime(299));
      expect(screen.getByText('Off')).toBeTruthy();
      act(() => jest.advanceTimersByTime(1));
      expect(screen.getByText('Changing…')).toBeTruthy();
      expect(screen.getByText('Changing the sharing of hub 0052913377…').getAttribute('role')).toBe('status');
      expect(control.getAttribute('aria-busy')).toBe('true');
      act(() => control.click());
    } finally {
      jest.useRealTimers();
    }
    arrive(DONE);
    expect(await screen.findByText('On')).toBeTruthy();
    expect(control.getAttribute('aria-busy')).toBeNull();
    expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  test.each([
    ['public', 'On'],
    ['off', 'Off'],
  ] as const)('is seen by a guest, who cannot change it: %s [T152]', async (sharingMode, word) => {
    await open({ 'GET hubs': hubs({ ...GUESTS, sharingMode }) });
    expect(await screen.findByText('Set by the owner')).toBeTruthy();
    expect(screen.getByText(word)).toBeTruthy();
    expect(screen.queryByRole('switch')).toBeNull();
  });

  test('is read again after a change whose connection breaks, and the change is not sent again', async () => {
    const breaks = jest.fn(() => {
      throw new TypeError('Failed to fetch');
    });
    await open({ 'GET hubs': [hubs(PHONE), hubs({ ...PHONE, sharingMode: 'public' })], [CHANGE]: breaks });
    await userEvent.click(await sharing('0052913377'));
    expect(await screen.findByRole('switch', { checked: true, busy: false })).toBeTruthy();
    expect(breaks).toHaveBeenCalledTimes(1);
  });

  test('whose change has no answer stays busy until the hubs are read again, and says so if they cannot be read', async () => {
    const breaks = () => {
      throw new TypeError('Failed to fetch');
    };
    const { answer, arrive } = later();
    await open({ 'GET hubs': [hubs(PHONE), answer], [CHANGE]: breaks });
    await userEvent.click(await sharing('0052913377'));
    expect(await screen.findByRole('switch', { checked: false, busy: true })).toBeTruthy();
    arrive({ status: 500 });
    expect(await screen.findByText('We do not know whether sharing was changed.')).toBeTruthy();
    expect(screen.queryByText('Sharing was not changed.')).toBeNull();
  });

  test('that was changed meanwhile is not undone by an older answer', async () => {
    const { answer, arrive } = later();
    let isLost = true;
    const loses = () => {
      if (!isLost) return DONE;
      isLost = false;
      throw new TypeError('Failed to fetch');
    };
    const other = 'PUT hubs/0041208731+PN-100/settings';
    await open({
      'GET hubs': [
        hubs(PHONE, SHARED),
        answer,
        hubs({ ...PHONE, sharingMode: 'public' }, { ...SHARED, sharingMode: 'off' }),
      ],
      [CHANGE]: loses,
      [other]: DONE,
    });
    await userEvent.click(await sharing('0052913377'));
    await userEvent.click(await sharing('0041208731'));
    await waitFor(async () => expect(await sharing('0041208731')).toHaveProperty('checked', false));
    arrive(hubs(PHONE, SHARED));
    await waitFor(async () => expect(await sharing('0052913377')).toHaveProperty('checked', true));
    expect(await sharing('0041208731')).toHaveProperty('checked', false);
  });
});

describe('the summary of a hub', () => {
  const entries = () =>
    [...document.querySelectorAll('dialog dt')].map(({ textContent, nextSibling }) => [
      textContent,
      nextSibling?.textContent,
    ]);
  const today = () => formatDate(new Date());

  beforeEach(stubDialogs);

  test('lists what is known, prints it, and closes to the button that opened it', async () => {
    const print = jest.spyOn(window, 'print').mockReturnValue();
    await open({ 'GET hubs': hubs(SHARED, GUESTS) });
    const button = await screen.findByRole('button', { name: 'Details of hub 0041208731' });
    await userEvent.click(button);
    expect(screen.getByRole('dialog', { name: 'Hub 0041208731' })).toBeTruthy();
    expect(entries()).toEqual([
      ['Serial number', '0041208731'],
      ['Part number', 'PN-100'],
      ['Added on', '14.03.2026'],
      ['Type', 'Hub'],
      ['Your role', 'Owner'],
      ['Printed on', today()],
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('says what cannot be read', async () => {
    jest.spyOn(console, 'warn').mockReturnValue();
    const odd = { partNumber: {}, activationTime: {}, type: {}, role: {} };
    await open({ 'GET hubs': { body: { data: [{ ...SHARED, ...odd }] } } });
    await userEvent.click(await screen.findByRole('button', { name: 'Details of hub 0041208731' }));
    const values = entries().map(([, value]) => value);
    expect(values).toEqual(['0041208731', ...Array<string>(4).fill('Unknown'), today()]);
  });
});

describe('the migration notice', () => {
  test('is for users who are not on the central identity [T048]', async () => {
    await openPage(states['not-migrated']);
    expect(screen.getByRole('heading', { name: 'Move to the eBike ID' })).toBeTruthy();
    expect(screen.getByText(/^Your account still has a password of its own/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'How to move' }).getAttribute('href')).toBe('/migration-info');
    expect(await screen.findByText('No hub here yet')).toBeTruthy();
  });

  test('is hidden from users on the central identity [T049]', async () => {
    await open({ 'GET hubs': hubs() });
    expect(await screen.findByText('No hub here yet')).toBeTruthy();
    expect(screen.queryByText('Move to the eBike ID')).toBeNull();
  });
});
