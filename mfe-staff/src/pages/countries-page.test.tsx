/** @jest-environment jsdom */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { openPage } from '../testing/open-page.tsx';
import type { Opening } from '../testing/open-page.tsx';
import { testCountry } from '../testing/test-country.ts';
import { Page } from './countries-page.tsx';

const LIST = 'GET staff/countries';
const COUNTRIES = [
  testCountry('se', { phonePrefix: '+46', active: false, newlyAdded: true }),
  testCountry('de'),
  testCountry('at', { phonePrefix: '+43' }),
];

const open = (opening: Partial<Opening> = {}) =>
  openPage(Page, { path: '/staff/countries', answers: { [LIST]: { body: { data: COUNTRIES } } }, ...opening });

const rows = () => screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));

beforeEach(() => {
  jest.spyOn(console, 'warn').mockReturnValue();
});

test('lists all countries by name, in the language of the page', async () => {
  await open();
  expect(rows()).toEqual([
    ['Name', 'Code', 'Phone prefix', 'Active', 'Newly added'],
    ['Austria', 'AT', '+43', 'Yes', 'No'],
    ['Germany', 'DE', '+49', 'Yes', 'No'],
    ['Sweden', 'SE', '+46', 'No', 'Yes'],
  ]);
  expect(screen.getByText('3 countries')).toBeTruthy();
});

test('names them in German for a German page', async () => {
  await open({ language: 'de' });
  expect(rows().map(([name]) => name)).toEqual(['Name', 'Deutschland', 'Österreich', 'Schweden']);
});

test('leads to each country', async () => {
  await open();
  await userEvent.click(screen.getByRole('link', { name: 'Sweden' }));
  expect(screen.getByText('At /staff/countries/se')).toBeTruthy();
});

test.each([
  ['germ', ['Germany']],
  ['ÖSTER', ['Austria']],
  ['+46', ['Sweden']],
  [' at ', ['Austria']],
])('finds %j', async (text, names) => {
  await open();
  await userEvent.click(screen.getByRole('searchbox'));
  await userEvent.paste(text);
  const found = within(screen.getByRole('table')).getAllByRole('link');
  expect(found.map(({ textContent }) => textContent)).toEqual(names);
});

test('keeps the search in the address, and finds it there', async () => {
  await open({ path: '/staff/countries?search=swe' });
  expect(screen.getByText('1 country')).toBeTruthy();
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.paste('germ');
  await waitFor(() => expect(screen.getByText('At /staff/countries?search=germ')).toBeTruthy());
  await userEvent.clear(screen.getByRole('searchbox'));
  await waitFor(() => expect(screen.getByText('At /staff/countries')).toBeTruthy());
  expect(rows()).toHaveLength(4);
});

test('says that nothing is found, and clears the search', async () => {
  await open({ path: '/staff/countries?search=zzz' });
  expect(screen.getByRole('heading', { name: 'No country matches “zzz”' })).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect(rows()).toHaveLength(4);
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});

test('offers to add a country to those who may', async () => {
  await open({ roles: ['content'] });
  expect(screen.getByRole('link', { name: 'Add a country' }).getAttribute('href')).toBe('/staff/countries/new');
});

test('does not offer it to an admin', async () => {
  await open({ roles: ['admin'] });
  expect(screen.queryByRole('link', { name: 'Add a country' })).toBeNull();
});

test('that cannot be loaded say so, and come with another try', async () => {
  await open({ answers: { [LIST]: [{ status: 503 }, { body: { data: COUNTRIES } }] } });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table')).toBeTruthy();
});

test('that the API forbids lead to the 403 page', async () => {
  await open({ answers: { [LIST]: { status: 403 } } });
  expect(await screen.findByText('At /forbidden')).toBeTruthy();
});
