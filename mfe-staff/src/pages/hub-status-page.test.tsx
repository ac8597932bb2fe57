/** @jest-environment jsdom */
import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { lostAnswer, openPage, refusal } from '../testing/open-page.tsx';
import type { Opening } from '../testing/open-page.tsx';
import { Page } from './hub-status-page.tsx';

const HUB = 'GET staff/hub-status?serial=0011';
const SMARTPHONE_HUB = 'GET staff/hub-status?serial=0011&partNumber=42';
const RELEASE = 'POST staff/hubs/0011+42/release';

const answer = (status: string, partNumber: string | null = '42') => ({ body: { data: { status, partNumber } } });
const ACTIVE = answer('SYSTEM_IS_ACTIVATED');
const INACTIVE = answer('SYSTEM_IS_NOT_ACTIVATED');

const open = (answers: Opening['answers'] = {}, roles: readonly string[] = ['support']) =>
  openPage(Page, { path: '/staff/hubs', answers, roles });
const serial = () => screen.getByLabelText<HTMLInputElement>('Serial number');
const query = async () => userEvent.click(screen.getByRole('button', { name: 'Show status' }));
const releaseButton = () => screen.queryByRole('button', { name: 'Release hub' });

async function queryHub() {
  await userEvent.type(serial(), '0011');
  await query();
}

describe('says in words', () => {
  test.each([
    ['SYSTEM_DOES_NOT_EXISTS', 'Hub 0011 does not exist', false],
    ['SYSTEM_IS_ACTIVATED', 'Hub 0011 is activated', true],
    ['SYSTEM_IS_NOT_ACTIVATED', 'Hub 0011 is not activated', false],
  ])('what %s means, and offers the release only of an activated hub [T169]', async (status, words, offers) => {
    await open({ [HUB]: answer(status) });
    await queryHub();
    const title = await screen.findByRole('heading', { level: 2, name: words });
    expect(title.closest('[role="status"]')).not.toBeNull();
    expect(releaseButton() !== null).toBe(offers);
    expect(screen.getByText('At /staff/hubs')).toBeTruthy();
  });
});

test('a smartphone hub needs its part number, too [T138]', async () => {
  const { sent } = await open({ [SMARTPHONE_HUB]: INACTIVE });
  expect(screen.queryByLabelText('Part number')).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Type of hub'), 'Smartphone hub');
  await queryHub();
  expect(screen.getByText('Please enter the part number.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Part number'));
  await userEvent.type(screen.getByLabelText('Part number'), '\u202a4 -2\u200b');
  await query();
  expect(await screen.findByText('Hub 0011 is not activated')).toBeTruthy();
  expect(sent(SMARTPHONE_HUB)).toHaveLength(1);
});

describe('a serial is refused', () => {
  test.each([
    ['00a', 'Please enter digits only.'],
    ['123456789012345678901', 'Please enter at most 20 digits.'],
  ])('on leaving the field (%s)', async (text, words) => {
    await open();
    await userEvent.type(serial(), text);
    expect(screen.queryByText(words)).toBeNull();
    await userEvent.tab();
    expect(screen.getByText(words)).toBeTruthy();
    await userEvent.clear(serial());
    await userEvent.type(serial(), '0011');
    expect(screen.queryByText(words)).toBeNull();
  });
});

describe('the owner and the guests', () => {
  const SEARCH = 'POST staff/people/search';
  const holders = (id: string | null) => ({
    body: { data: { id, people: [], more: false, left: { count: 9, seconds: 60 } } },
  });
  const showHolders = async () => userEvent.click(await screen.findByRole('button', { name: 'Show owner and guests' }));

  test('are one press away', async () => {
    const { sent } = await open({ [HUB]: ACTIVE, [SEARCH]: holders('a1') });
    await queryHub();
    await showHolders();
    expect(await screen.findByText('At /staff/people/a1')).toBeTruthy();
    expect(sent(SEARCH).map(({ body }) => body)).toEqual([{ text: '0011+42' }]);
  });

  test('of a hub that was released meanwhile are none', async () => {
    await open({ [HUB]: ACTIVE, [SEARCH]: holders(null) });
    await queryHub();
    await showHolders();
    expect((await screen.findByRole('alert')).textContent).toContain('This hub is on nobody’s account.');
  });

  test('are not offered to the role firmware', async () => {
    await open({ [HUB]: ACTIVE }, ['firmware']);
    await queryHub();
    await screen.findByText('Hub 0011 is activated');
    expect(screen.queryByRole('button', { name: 'Show owner and guests' })).toBeNull();
  });
});

describe('the release', () => {
  async function release() {
    await queryHub();
    fireEvent.click(await screen.findByRole('button', { name: 'Release hub' }));
    await userEvent.type(screen.getByLabelText('Reason'), 'sold, owner not found');
    const [last] = screen.getAllByRole('button', { name: 'Release hub' }).toReversed();
    if (last) await userEvent.click(last);
  }

  test('says who is told and that it is final, and can be cancelled', async () => {
    const { sent } = await open({ [HUB]: ACTIVE });
    await queryHub();
    fireEvent.click(await screen.findByRole('button', { name: 'Release hub' }));
    const dialog = screen.getByRole('dialog', { name: 'Release hub 0011?' });
    expect(dialog.textContent).toContain('The owner and the guests are told by email.');
    expect(dialog.textContent).toContain('You cannot undo this: only the owner can activate the hub again');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent(RELEASE)).toEqual([]);
  });

  test('is made with the reason, and the status is queried again [T172]', async () => {
    const { sent } = await open({ [HUB]: [ACTIVE, INACTIVE], [RELEASE]: { body: { data: { told: 2 } } } });
    await release();
    expect(await screen.findByText('Hub 0011 is not activated')).toBeTruthy();
    expect(screen.getByText('Your changes were saved successfully.')).toBeTruthy();
    expect(sent(RELEASE).map(({ body }) => body)).toEqual([{ reason: 'sold, owner not found' }]);
    expect(releaseButton()).toBeNull();
    // The button that had the focus is gone.
    expect(document.activeElement?.textContent).toContain('Hub 0011 is not activated');
  });

  test('of a hub that somebody has released meanwhile says so', async () => {
    await open({ [HUB]: ACTIVE, [RELEASE]: refusal(404, 'HUB_NOT_FOUND') });
    await release();
    expect((await screen.findByRole('alert')).textContent).toContain('This hub is not activated any more.');
  });

  test('without an answer queries the status again', async () => {
    const { sent } = await open({ [HUB]: [ACTIVE, INACTIVE], [RELEASE]: lostAnswer });
    await release();
    expect(await screen.findByText('Hub 0011 is not activated')).toBeTruthy();
    expect(sent(RELEASE)).toHaveLength(1);
  });

  test('is not offered to the role firmware', async () => {
    await open({ [HUB]: ACTIVE }, ['firmware']);
    await queryHub();
    expect(await screen.findByText('Hub 0011 is activated')).toBeTruthy();
    expect(releaseButton()).toBeNull();
  });
});

test('a forbidden query leads to the 403 page', async () => {
  await open({ [HUB]: { status: 403 } });
  await queryHub();
  expect(await screen.findByText('At /forbidden')).toBeTruthy();
});

test('a failed query raises the notice and leaves no answer', async () => {
  await open({ [HUB]: [ACTIVE, { status: 500 }] });
  await queryHub();
  await screen.findByText('Hub 0011 is activated');
  await query();
  expect(await screen.findByText('It seems something went wrong.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Hub 0011 is activated')).toBeNull());
});
