/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { openPage } from '../testing/open-page.tsx';
import { Page } from './staff-page.tsx';

const areas = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

test.each([
  [['support'], ['Find a person', 'Hub status', 'Logs', 'Statistics', 'Access token']],
  [['firmware'], ['Hub status', 'Firmware', 'Logs', 'Statistics', 'Access token']],
  [['content'], ['Countries', 'OEMs', 'Statistics', 'Access token']],
  [
    ['admin'],
    ['Find a person', 'Hub status', 'Firmware', 'Logs', 'Countries', 'OEMs', 'Statistics', 'Access token', 'Journal'],
  ],
  [
    ['content', 'firmware'],
    ['Hub status', 'Firmware', 'Logs', 'Countries', 'OEMs', 'Statistics', 'Access token'],
  ],
])('an account with the roles %j sees its areas [T101]', async (roles, names) => {
  await openPage(Page, { path: '/staff', roles });
  expect(screen.getByRole('heading', { level: 1, name: 'Customer service' })).toBeTruthy();
  expect(areas()).toEqual(names);
});

test('a tile says what its area is for, and leads there', async () => {
  await openPage(Page, { path: '/staff' });
  const tile = screen.getByRole('link', { name: /^Find a person/ });
  expect(tile.textContent).toContain('Look up an account by its email address');
  expect(tile.getAttribute('href')).toBe('/staff/people');
});
