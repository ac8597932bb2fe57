/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { later, wireHub } from '@portal/api/testing';
import type { FakeResponses } from '@portal/api/testing';
import { startTestI18n } from '@portal/i18n/testing';
import { startTestSession } from '@portal/session/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import en from '../locales/en.json' with { type: 'json' };
import { DONE, hubs, openPage } from '../testing/open-page.tsx';
import { Page } from './settings-page.tsx';

const SHARED = wireHub({ serial: '0041208731', sharingMode: 'public', activationTime: '2026-03-14T10:00:00.000Z' });
const PHONE = wireHub({ serial: '0052913377', type: 'CUI100' });
const CHANGE = 'PUT hubs/0052913377+PN-100/settings';

function open(answers: FakeResponses) {
  return openPage(<Page />, answers);
}

const sharing = (serial: string) => screen.findByRole('switch', { name: `Share hub ${serial}` });

beforeEach(async () => {
  await startTestSession();
  await startTestI18n({ 'mfe-hubs': en });
});

describe('sharing', () => {
  test('is read again after a change whose connection breaks, and the change is not sent again', async () => {
    const breaks = jest.fn(() => {
      throw new TypeError('Failed to fetch');
    });
    open({ 'GET hubs': [hubs(PHONE), hubs({ ...PHONE, sharingMode: 'public' })], [CHANGE]: breaks });
    await userEvent.click(await sharing('0052913377'));
    expect(await screen.findByRole('switch', { checked: true, busy: false })).toBeTruthy();
    expect(breaks).toHaveBeenCalledTimes(1);
  });

  test('whose change has no answer stays busy until the hubs are read again, and says so if they cannot be read', async () => {
    const breaks = () => {
      throw new TypeError('Failed to fetch');
    };
    const { answer, arrive } = later();
    open({ 'GET hubs': [hubs(PHONE), answer], [CHANGE]: breaks });
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
    open({
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
