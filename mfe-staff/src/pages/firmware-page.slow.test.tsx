/** @jest-environment jsdom */
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { later } from '@portal/api/testing';
import type { FakeResponse, FakeResponses } from '@portal/api/testing';
import { discardUnsavedInput, hasUnsavedInput } from '@portal/ui';
import { BREAKS } from '@portal/catalogue';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPage, tableRows } from '../testing/open-page.tsx';
import { ADDED_FIRMWARE, FIRMWARE_NAME, LISTED_FIRMWARE, MB, refusal } from '../testing/samples.ts';
import { Page } from './firmware-page.tsx';

const list = (...firmware: readonly object[]): FakeResponse => ({ body: { data: firmware } });
const received = (bytes: number): FakeResponse => ({ body: { data: { id: 'u-1', received: bytes } } });
const BEGIN = 'POST staff/firmware/uploads';
const COMPLETE = 'POST staff/firmware/uploads/u-1/complete';
const DROP = 'DELETE staff/firmware/uploads/u-1';
const piece = (offset: number) => `PUT staff/firmware/uploads/u-1/${offset}`;
const GOOD: FakeResponses = {
  'GET staff/firmware': list(LISTED_FIRMWARE),
  [BEGIN]: received(0),
  [piece(0)]: received(MB),
  [piece(MB)]: received(2 * MB),
  [piece(2 * MB)]: received(2.5 * MB),
  [COMPLETE]: { body: { data: ADDED_FIRMWARE } },
  [DROP]: { body: { data: {} } },
};

function zip(name = FIRMWARE_NAME, size = 2.5 * MB): File {
  return new File([new Uint8Array(size)], name);
}

async function open(answers: FakeResponses = {}, roles: readonly string[] = ['firmware']) {
  const page = await openPage(Page, { path: '/staff/firmware', roles, answers: { ...GOOD, ...answers } });
  const calls = () => page.requests.map(({ method, path }) => `${method} ${path}`);
  return { ...page, calls, uploads: () => calls().filter((call) => call.includes('uploads')) };
}

const field = () => screen.getByLabelText<HTMLInputElement>('Firmware file');
// The browser offers only ZIP files, but people can choose others, too.
const user = () => userEvent.setup({ applyAccept: false });

async function upload(file: File = zip()): Promise<void> {
  await user().upload(field(), file);
  await user().click(screen.getByRole('button', { name: 'Upload' }));
}

/**
 * Gives jsdom what an upload needs of a browser: a secure context, a hash that is always the same, and the bytes of a
 * file.
 */
function stubFileUpload(): void {
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
  Object.defineProperty(crypto, 'subtle', { value: { digest: async () => new Uint8Array(32) }, configurable: true });
  Object.defineProperty(Blob.prototype, 'arrayBuffer', {
    configurable: true,
    writable: true,
    value(this: Blob) {
      const { promise, resolve } = Promise.withResolvers<Uint8Array>();
      const reader = new FileReader();
      reader.addEventListener('load', () => resolve(new Uint8Array(reader.result as ArrayBuffer)));
      reader.readAsArrayBuffer(this);
      return promise;
    },
  });
}
beforeAll(stubFileUpload);

describe('the list', () => {
  test('shows what has been uploaded', async () => {
    await open({ 'GET staff/firmware': list(ADDED_FIRMWARE, LISTED_FIRMWARE) });
    const time = '04.05.2026, 10:00';
    expect(tableRows('Uploaded firmware')).toEqual([
      ['File name', 'Product', 'Hub version', 'Bus version', 'Size', 'State', 'Uploaded (UTC)'],
      [FIRMWARE_NAME, 'smart-hub', '1.4.0', '2.1.0', '2.5 MB', 'In testing', time],
      [LISTED_FIRMWARE.fileName, 'smart-hub', '1.3.0', '2.0.0', '12.5 MB', 'Released', time],
    ]);
  });

  test('is all that an admin sees', async () => {
    await open({}, ['admin']);
    expect(screen.getByRole('table')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Upload firmware' })).toBeNull();
  });
});

describe('the details', () => {
  const details = (name: string) => user().click(screen.getByRole('button', { name }));
  const press = (name: string) => user().click(screen.getByRole('button', { name }));
  const STATE = `POST staff/firmware/${FIRMWARE_NAME}/state`;
  const OTHERS = { ...ADDED_FIRMWARE, state: 'withdrawn' };

  test('show the hash as tools print it, and who released it when and why', async () => {
    await open();
    await details(LISTED_FIRMWARE.fileName);
    expect(screen.getByText('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b422cd15d6c15b0f00a08')).toBeTruthy();
    expect(
      within(screen.getByRole('table'))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '04.05.2026, 10:00 · In testing · one@example.com',
      '11.05.2026, 22:30 · Released · other@example.com · Tests are done',
    ]);
    expect(screen.queryByRole('button', { name: 'Release…' })).toBeNull();
    await details(LISTED_FIRMWARE.fileName);
    expect(screen.queryByText(/other@example\.com/)).toBeNull();
  });

  test('download the file by an address that works once', async () => {
    const opened: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      opened.push(this.href);
    });
    await open({
      [`POST staff/firmware/${LISTED_FIRMWARE.fileName}/download`]: {
        body: { data: { url: 'https://api.example.com/once' } },
      },
    });
    await details(LISTED_FIRMWARE.fileName);
    await press('Download');
    expect(opened).toEqual(['https://api.example.com/once']);
    jest.restoreAllMocks();
  });

  test('of which the file is gone show the new list', async () => {
    const { calls } = await open({
      'GET staff/firmware': [list(LISTED_FIRMWARE), list(ADDED_FIRMWARE)],
      [`POST staff/firmware/${LISTED_FIRMWARE.fileName}/download`]: refusal(404, 'FIRMWARE_NOT_FOUND'),
    });
    await details(LISTED_FIRMWARE.fileName);
    await press('Download');
    expect((await screen.findAllByText(FIRMWARE_NAME)).length).toBeGreaterThan(0);
    expect(calls().filter((call) => call === 'GET staff/firmware')).toHaveLength(2);
  });

  test.each([
    ['Release…', 'Release this firmware?', 'Release firmware', 'released'],
    ['Withdraw…', 'Withdraw this firmware?', 'Withdraw firmware', 'withdrawn'],
  ])('%s names the file, and asks for the reason', async (opener, question, action, state) => {
    const { sent } = await open({
      'GET staff/firmware': [list(ADDED_FIRMWARE), list({ ...ADDED_FIRMWARE, state })],
      [STATE]: { body: { data: { ...ADDED_FIRMWARE, state } } },
    });
    await details(FIRMWARE_NAME);
    await press(opener);
    const dialog = within(screen.getByRole('dialog', { name: question }));
    expect(dialog.getByText(FIRMWARE_NAME)).toBeTruthy();
    expect(dialog.getByText(/smart-hub 1\.4\.0/)).toBeTruthy();
    await user().type(dialog.getByLabelText(/^Reason/), 'Tests are done');
    await press(action);
    expect(await screen.findByText(`${FIRMWARE_NAME} was ${state}.`)).toBeTruthy();
    expect(sent(STATE)[0]?.body).toEqual({ state, reason: 'Tests are done' });
    await waitFor(() => expect(screen.queryByRole('button', { name: opener })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: FIRMWARE_NAME }));
  });

  test('say so when somebody else has changed the state', async () => {
    await open({
      'GET staff/firmware': [list(ADDED_FIRMWARE), list(OTHERS)],
      [STATE]: refusal(409, 'STATE_HAS_CHANGED'),
    });
    await details(FIRMWARE_NAME);
    await press('Release…');
    await user().type(screen.getByLabelText(/^Reason/), 'Tests are done');
    await press('Release firmware');
    expect(await screen.findByText(/^Nothing was done: somebody else/)).toBeTruthy();
    expect(await screen.findByText('Withdrawn')).toBeTruthy();
  });

  test('let an admin read alone', async () => {
    await open({ 'GET staff/firmware': list(ADDED_FIRMWARE) }, ['admin']);
    await details(FIRMWARE_NAME);
    for (const name of ['Download', 'Release…', 'Withdraw…']) expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('the file', () => {
  test.each([
    ['firmware.zip', 10, /^Invalid filename\. It has to be \{product\}_ota_hub_/],
    ['smart-hub_ota_hub_1.4_bus_2.1.0.exe', 10, /^Invalid filename/],
    [FIRMWARE_NAME, 0, 'The file is empty.'],
    [FIRMWARE_NAME, 200 * MB + 1, 'The file is larger than 200 MB.'],
  ])('is checked at once: %s of %d bytes [T211]', async (name, size, text) => {
    const { uploads } = await open();
    const file = zip(name, 0);
    Object.defineProperty(file, 'size', { value: size });
    await user().upload(field(), file);
    expect(screen.getByText(text)).toBeTruthy();
    expect(field().getAttribute('aria-invalid')).toBe('true');
    await user().click(screen.getByRole('button', { name: 'Upload' }));
    expect(document.activeElement).toBe(field());
    expect(uploads()).toEqual([]);
  });
});

test('an upload without a file is refused', async () => {
  const { uploads } = await open();
  await user().click(screen.getByRole('button', { name: 'Upload' }));
  expect(screen.getByText('Please choose a file.')).toBeTruthy();
  expect(document.activeElement).toBe(field());
  expect(uploads()).toEqual([]);
});

describe('an upload', () => {
  test('sends the file in pieces, and shows the new list [T131]', async () => {
    const { sent, uploads } = await open({
      'GET staff/firmware': [list(LISTED_FIRMWARE), list(ADDED_FIRMWARE, LISTED_FIRMWARE)],
    });
    await upload();
    expect(await screen.findByText(`${FIRMWARE_NAME} was uploaded.`)).toBeTruthy();
    expect(uploads()).toEqual([BEGIN, piece(0), piece(MB), piece(2 * MB), COMPLETE]);
    expect(sent(BEGIN)[0]?.body).toEqual({
      fileName: FIRMWARE_NAME,
      size: 2.5 * MB,
      firstPiece: expect.stringMatching(/^[\w+/]{43}=$/),
      skipsTesting: false,
    });
    expect(sent(piece(2 * MB))[0]?.init.body).toHaveProperty('size', 0.5 * MB);
    expect(await screen.findByRole('button', { name: FIRMWARE_NAME })).toBeTruthy();
    expect(field().files).toHaveLength(0);
    expect(hasUnsavedInput()).toBe(false);
  });

  test('shows how far it is, and is unsaved input', async () => {
    const { answer, arrive } = later();
    await open({ [piece(MB)]: answer });
    await upload();
    const progress = await screen.findByRole('progressbar', { name: `Uploading ${FIRMWARE_NAME}` });
    expect(await screen.findByText('40%, 1 MB of 2.5 MB')).toBeTruthy();
    expect(progress).toHaveProperty('value', MB);
    expect(screen.getByText('40% uploaded')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: `Uploading ${FIRMWARE_NAME}` }));
    expect(hasUnsavedInput()).toBe(true);
    expect(screen.getByText(/^If you leave this page, the upload stops\./)).toBeTruthy();
    arrive(received(2 * MB));
    expect(await screen.findByText(`${FIRMWARE_NAME} was uploaded.`)).toBeTruthy();
  });

  test('can be cancelled after a piece has failed, even if the API keeps what is there', async () => {
    const { uploads } = await open({ [piece(0)]: { status: 503 }, [DROP]: { status: 503 } });
    await upload();
    expect(await screen.findByText('The rest could not be sent')).toBeTruthy();
    await user().click(screen.getByRole('button', { name: 'Cancel upload' }));
    expect(await screen.findByRole('button', { name: 'Upload' })).toBeTruthy();
    expect(uploads()).toEqual([BEGIN, piece(0), DROP]);
  });

  test('of a file that cannot be read can be tried again, and says what is there already', async () => {
    await open({ [BEGIN]: received(MB), [piece(MB)]: later().answer });
    jest.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValueOnce(new DOMException('', 'NotReadableError'));
    await upload();
    expect(await screen.findByText('The file cannot be read')).toBeTruthy();
    await user().click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 MB were there already.')).toBeTruthy();
  });

  test('can be tried again after a piece has failed', async () => {
    const { uploads } = await open({
      [BEGIN]: [received(0), received(MB)],
      [piece(MB)]: [{ status: 503 }, received(2 * MB)],
    });
    await upload();
    expect(await screen.findByText('The rest could not be sent')).toBeTruthy();
    expect(hasUnsavedInput()).toBe(true);
    await user().click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(`${FIRMWARE_NAME} was uploaded.`)).toBeTruthy();
    expect(uploads()).toEqual([BEGIN, piece(0), piece(MB), BEGIN, piece(MB), piece(2 * MB), COMPLETE]);
  });

  test('has succeeded if only the answer was lost', async () => {
    const taken = refusal(400, 'firmware_already_exists');
    await open({
      'GET staff/firmware': [list(LISTED_FIRMWARE), list(ADDED_FIRMWARE, LISTED_FIRMWARE)],
      [BEGIN]: [received(0), taken],
      [COMPLETE]: BREAKS,
    });
    await upload();
    await user().click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(`${FIRMWARE_NAME} was uploaded.`)).toBeTruthy();
  });

  test('sends smaller pieces after one that took too long', async () => {
    const begun = later();
    const { sent, uploads } = await open({
      [BEGIN]: [begun.answer, received(0)],
      [piece(0)]: [later().answer, received(MB / 2)],
      [piece(MB / 2)]: received(MB),
    });
    await upload(zip(FIRMWARE_NAME, MB));
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
    try {
      await act(async () => begun.arrive(received(0)));
      await act(async () => await jest.advanceTimersByTimeAsync(10_000));
    } finally {
      jest.useRealTimers();
    }
    await user().click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(`${FIRMWARE_NAME} was uploaded.`)).toBeTruthy();
    expect(uploads()).toEqual([BEGIN, piece(0), BEGIN, piece(0), piece(MB / 2), COMPLETE]);
    expect(sent(piece(0))[1]?.init.body).toHaveProperty('size', MB / 2);
  });

  test('can be cancelled, after the piece that is under way', async () => {
    const { answer, arrive } = later();
    const { uploads } = await open({ [piece(0)]: answer });
    await upload();
    await user().click(await screen.findByRole('button', { name: 'Cancel upload' }));
    expect(screen.getByRole('heading', { name: `Cancelling the upload of ${FIRMWARE_NAME}` })).toBeTruthy();
    await act(async () => arrive(received(MB)));
    expect(await screen.findByRole('button', { name: 'Upload' })).toBeTruthy();
    expect(uploads()).toEqual([BEGIN, piece(0), DROP]);
    expect(document.activeElement).toBe(field());
  });

  test.each([
    [refusal(400, 'firmware_already_exists'), 'There is already firmware with this name.'],
    [refusal(400, 'invalid_filename'), 'Invalid filename.'],
    [refusal(400, 'more_recent_version_available', '1.5.0'), 'A more recent version is available: 1.5.0.'],
    [refusal(400, 'more_recent_version_available'), 'A more recent version is available.'],
  ])('that is refused at once says why (%#) [T268]', async (answer, text) => {
    await open({ [BEGIN]: answer });
    await upload();
    const summary = await screen.findByRole('alert', { name: 'The firmware was not accepted' });
    expect(within(summary).getByRole('link', { name: text })).toBeTruthy();
    expect(document.activeElement).toBe(summary);
    // The file is still chosen; another choice forgets the refusal.
    expect(field().files).toHaveLength(1);
    await user().upload(field(), zip());
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a direct release', () => {
  const direct = () => screen.getByRole('switch', { name: 'Skip the testing phase and release directly' });

  test('is asked for once more [T180]', async () => {
    const { sent, uploads } = await open();
    await user().click(direct());
    await upload();
    const dialog = within(screen.getByRole('dialog', { name: 'Release without testing?' }));
    expect(uploads()).toEqual([]);
    await user().click(dialog.getByRole('button', { name: 'Upload and release' }));
    expect(await screen.findByText(`${FIRMWARE_NAME} was uploaded.`)).toBeTruthy();
    expect(sent(BEGIN)[0]?.body).toHaveProperty('skipsTesting', true);
    expect(direct()).toHaveProperty('checked', false);
  });
});

test('leaving stops the upload, and keeps what is there', async () => {
  const { answer, arrive } = later();
  const { uploads } = await open({ [piece(0)]: answer });
  await upload();
  await screen.findByRole('progressbar');
  act(() => discardUnsavedInput());
  expect(screen.getByRole('button', { name: 'Upload' })).toBeTruthy();
  await act(async () => arrive(received(MB)));
  expect(uploads()).toEqual([BEGIN, piece(0)]);
  expect(hasUnsavedInput()).toBe(false);
});
