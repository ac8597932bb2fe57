/** @jest-environment jsdom */
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPage } from '../testing/open-page.tsx';
import type { Opening } from '../testing/open-page.tsx';
import { Page } from './hub-status-page.tsx';

const HUB = 'GET staff/hub-status?serial=0011';
const SMARTPHONE_HUB = 'GET staff/hub-status?serial=0011&partNumber=42';

const answer = (status: string, partNumber: string | null = '42') => ({ body: { data: { status, partNumber } } });
const ACTIVE = answer('SYSTEM_IS_ACTIVATED');
const INACTIVE = answer('SYSTEM_IS_NOT_ACTIVATED');

const open = (answers: Opening['answers'] = {}, roles: readonly string[] = ['support']) =>
  openPage(Page, { path: '/staff/hubs', answers, roles });
const serial = () => screen.getByLabelText<HTMLInputElement>('Serial number');
const query = async () => userEvent.click(screen.getByRole('button', { name: 'Show status' }));

async function queryHub() {
  await userEvent.type(serial(), '0011');
  await query();
}

describe('says in words', () => {
  test.each([
    ['SYSTEM_DOES_NOT_EXISTS', 'Hub 0011 does not exist', false],
    ['SYSTEM_IS_ACTIVATED', 'Hub 0011 is activated', true],
    ['SYSTEM_IS_NOT_ACTIVATED', 'Hub 0011 is not activated', false],
  ])('what %s means, and leads to the people of an activated hub alone [T169]', async (status, words, offers) => {
    await open({ [HUB]: answer(status) });
    await queryHub();
    const title = await screen.findByRole('heading', { level: 2, name: words });
    expect(title.closest('[role="status"]')).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Show owner and guests' }) !== null).toBe(offers);
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
