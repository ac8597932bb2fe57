/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPage } from '../testing/open-page.tsx';
import { Page as AccessToken } from './access-token-page.tsx';
import { Page as Countries } from './countries-page.tsx';
import { Page as Firmware } from './firmware-page.tsx';
import { Page as Journal } from './journal-page.tsx';
import { Page as Logs } from './logs-page.tsx';
import { Page as Oems } from './oems-page.tsx';
import { Page as Person } from './person-page.tsx';
import { Page as Statistics } from './statistics-page.tsx';

const PERSON = { path: '/staff/people/a1', route: '/staff/people/:id' };
const PAGES = [
  { path: '/staff/access-token', read: 'GET staff/access-token', Page: AccessToken },
  { path: '/staff/countries', read: 'GET staff/countries', Page: Countries },
  { path: '/staff/firmware', read: 'GET staff/firmware', Page: Firmware },
  { path: '/staff/journal', read: 'GET staff/journal', Page: Journal },
  { path: '/staff/logs', read: 'GET staff/logs?size=25', Page: Logs },
  { path: '/staff/oems', read: 'GET staff/oems', Page: Oems },
  { ...PERSON, read: 'GET staff/people/a1', Page: Person },
  { path: '/staff/statistics', read: 'GET staff/statistics?days=30', Page: Statistics },
];

test.each(PAGES)('$path leads to the page about lacking roles when the API forbids it', async (row) => {
  const { read, Page, ...opening } = row;
  const { sent } = await openPage(Page, { ...opening, answers: { [read]: { status: 403 } } });
  expect(await screen.findByText('At /forbidden')).toBeTruthy();
  // The menu follows the roles of the session.
  await waitFor(() => expect(sent('GET account/')).toHaveLength(1));
});

test.each(PAGES)('$path that cannot be read raises the notice, and is read again on request', async (row) => {
  const { read, Page, ...opening } = row;
  const { sent } = await openPage(Page, { ...opening, answers: { [read]: { text: '<p>Sorry</p>' } } });
  expect(screen.getByText('It seems something went wrong.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(sent(read)).toHaveLength(2);
});
