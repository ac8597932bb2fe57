/** @jest-environment jsdom */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { later, wireHub } from '@portal/api/testing';
import type { FakeResponse } from '@portal/api/testing';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { accountResponse, OWN_LOGIN } from '../testing/answers.ts';
import { openPage } from '../testing/open-page.tsx';
import { regionNamed } from '../testing/region.ts';
import { Page } from './account-page.tsx';

const section = regionNamed('Your data');
const button = (name: RegExp) => section().getByRole<HTMLButtonElement>('button', { name });

const HUBS = {
  body: {
    data: [
      wireHub({ role: 'owner', sharingMode: 'public' }),
      wireHub({ serial: '=1+1', partNumber: '"PN",2', type: 'CUI100', role: 'guest' }),
      { ...wireHub({ serial: '3', type: 'NEW' }), activationTime: 'some day', sharingMode: 'perhaps' },
    ],
  },
};

interface Saved {
  readonly name: string;
  readonly file: Blob;
}
let saved: Saved[] = [];

beforeEach(() => {
  saved = [];
  let last = new Blob();
  // jsdom has no addresses for blobs and downloads nothing.
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) last = blob;
    return 'blob:file';
  };
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, file: last });
  });
  jest.spyOn(console, 'warn').mockReturnValue();
  jest.useFakeTimers({ now: new Date(2026, 10, 22, 9, 5), doNotFake: ['setTimeout', 'queueMicrotask', 'nextTick'] });
});

async function readBytes({ file }: Saved): Promise<Buffer> {
  const reader = new FileReader();
  const read = new Promise((done) => reader.addEventListener('load', done));
  reader.readAsArrayBuffer(file);
  await read;
  return Buffer.from(reader.result as ArrayBuffer);
}

async function download(name: RegExp): Promise<Saved> {
  await userEvent.click(button(name));
  await waitFor(() => expect(saved).toHaveLength(1));
  const [file] = saved;
  if (!file) throw new Error('There is no file.');
  return file;
}

describe('the file for programs', () => {
  test('contains what the portal has just read, and nothing else', async () => {
    const account = accountResponse({ firstname: 'Mara', lastname: null, country: null });
    const { sent } = await openPage(Page, { answers: { 'GET account/': account, 'GET hubs': HUBS } });
    const before = sent('GET account/').length;
    const file = await download(/JSON/);
    expect([file.name, file.file.type]).toEqual([
      'ebike-portal-data-2026-11-22.json',
      'application/json;charset=utf-8',
    ]);
    expect([sent('GET account/').length - before, sent('GET hubs').length]).toEqual([1, 1]);
    expect(JSON.parse((await readBytes(file)).toString())).toEqual({
      made: new Date(2026, 10, 22, 9, 5).toISOString(),
      account: {
        firstName: 'Mara',
        lastName: '',
        email: 'owner@example.com',
        language: expect.anything(),
        country: null,
        roles: expect.any(Array),
        usesSingleSignOn: true,
        lastSeen: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        newsByEmail: null,
      },
      hubs: [
        {
          serial: '0012345678',
          partNumber: 'PN-100',
          type: 'hub',
          role: 'owner',
          sharing: 'public',
          activatedAt: '2025-03-09T08:30:00.000Z',
        },
        expect.objectContaining({
          serial: '=1+1',
          partNumber: '"PN",2',
          type: 'smartphoneHub',
          role: 'guest',
          sharing: 'off',
        }),
        expect.objectContaining({ serial: '3', type: 'other', sharing: null, activatedAt: null }),
      ],
    });
    expect(await screen.findByText('ebike-portal-data-2026-11-22.json is in your downloads.')).toBeTruthy();
  });
});

describe('the file for spreadsheets', () => {
  test('is in the language of the user, and harmless', async () => {
    await openPage(Page, {
      language: 'de',
      account: { firstname: '=HYPERLINK("x")', lastname: 'Keller', country: 'de', language: 'nl', roles: [] },
      answers: { 'GET hubs': HUBS },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Für Tabellen herunterladen (CSV)' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const [file] = saved;
    if (!file) throw new Error('There is no file.');
    expect([file.name, file.file.type]).toEqual(['ebike-portal-data-2026-11-22.csv', 'text/csv;charset=utf-8']);
    const text = (await readBytes(file)).toString();
    expect(text.split('\r\n').map((line) => line.replace(/(;"")+$/, ''))).toEqual([
      '\uFEFF"Feld";"Wert"',
      '"Erstellt am";"2026-11-22"',
      `"Vorname";"'=HYPERLINK(""x"")"`,
      '"Nachname";"Keller"',
      '"E-Mail-Adresse";"owner@example.com"',
      '"Sprache";"Niederländisch"',
      '"Land";"Deutschland"',
      '"Rollen"',
      '"Anmeldung mit der eBike ID";"Ja"',
      expect.stringMatching(/^"Letzter Besuch";"\d{4}-\d\d-\d\d"$/),
      '""',
      '"Seriennummer";"Teilenummer";"Typ";"Ihre Rolle";"Teilen";"Hinzugefügt am"',
      '"=""0012345678""";"PN-100";"Hub";"Besitzer";"An";"2025-03-09"',
      `"'=1+1";"""PN"",2";"Smartphone-Hub";"Gast";"Aus";"2025-03-09"`,
      '"=""3""";"PN-100";"Anderes Gerät";"Besitzer"',
      '',
    ]);
  });
});

const NEWS = { body: { data: { consent: true, at: '2026-11-20T12:00:00.000Z' } } };
const STAFF_ACCESS = {
  body: {
    data: [
      { at: '2026-11-18T12:00:00.000Z', action: 'viewed', what: null },
      { at: '2026-11-19T12:00:00.000Z', action: 'role-added', what: 'developer' },
      { at: '2026-11-20T12:00:00.000Z', action: 'hub-released', what: '0012345678+PN-100' },
      { at: '2026-11-20T13:00:00.000Z', action: 'noted', what: 'Called back' },
      { at: '2026-11-21T12:00:00.000Z', action: 'something-new', what: null },
    ],
  },
};

describe('of a user whom customer service has served, and who agreed to news, the file', () => {
  const opening = {
    account: OWN_LOGIN,
    features: { notifications: true },
    answers: { 'GET hubs': HUBS, 'GET account/staff-access': STAFF_ACCESS, 'GET account/notifications': NEWS },
  };

  test('is said to tell about news, and to nobody else', async () => {
    await openPage(Page, opening);
    section().getByText(/news/);
    cleanup();
    await openPage(Page, { ...opening, account: {} });
    expect(section().queryByText(/news/)).toBeNull();
  });

  test('for programs says so', async () => {
    await openPage(Page, opening);
    expect(JSON.parse((await readBytes(await download(/JSON/))).toString())).toMatchObject({
      account: { newsByEmail: { agreed: true, agreedAt: '2026-11-20T12:00:00.000Z' } },
      customerService: STAFF_ACCESS.body.data,
    });
  });

  test('for spreadsheets says so', async () => {
    await openPage(Page, opening);
    const text = (await readBytes(await download(/CSV/))).toString();
    for (const row of [
      '"News by email","Yes"',
      '"Agreed on","2026-11-20"',
      '"Customer service","Day"',
      '"Customer service viewed your account","2026-11-18"',
      '"Customer service changed your account: role developer added","2026-11-19"',
      '"Customer service released hub 0012345678+PN-100","2026-11-20"',
      '"Customer service made a note: Called back","2026-11-20"',
      '"Customer service changed your account: something-new","2026-11-21"',
    ])
      expect(text).toContain(row);
  });
});

describe('a download', () => {
  test.each<[string, FakeResponse[], FakeResponse]>([
    ['GET account/', [accountResponse()], accountResponse()],
    ['GET hubs', [], HUBS],
    ['GET account/staff-access', [], STAFF_ACCESS],
    ['GET account/notifications', [NEWS], NEWS],
  ])('for which %s fails makes no file, says so, and succeeds at the next try', async (call, first, good) => {
    const { answer, arrive } = later();
    const answers = { 'GET hubs': HUBS, [call]: [...first, { status: 503 }, answer] };
    await openPage(Page, { account: OWN_LOGIN, features: { notifications: true }, answers });
    await userEvent.click(button(/CSV/));
    const message = await section().findByRole('alert');
    expect(message.textContent).toContain('Your data could not be downloaded');
    expect(screen.getByText('It seems something went wrong.')).toBeTruthy();
    expect(saved).toEqual([]);
    await userEvent.click(button(/Try again/));
    expect(button(/Trying again/).getAttribute('aria-busy')).toBe('true');
    await act(async () => arrive(good));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(section().queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(button(/CSV/));
  });
});
